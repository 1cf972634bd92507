import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { readXmp } from "../../platform/images/xmp.ts";
import { changePhotos } from "../photos/photos.change.ts";
import { cleanTexts } from "../uploads/uploads.text.ts";
import { type Entry, openFile } from "./inbox.folder.ts";
import * as queries from "./inbox.queries.ts";

const MAX_BYTES = 512 * 1024;
const XMP = /\.xmp$/i;

export type Texts = { title?: string; caption?: string; alt?: string; tags?: string[] };

export const isSidecar = ({ name }: Pick<Entry, "name">) => XMP.test(name);

/** Whether the XMP file is that of the picture: `photo.jpg.xmp`, or Adobe's `photo.xmp`. */
export function isSidecarOf(sidecar: string, picture: string): boolean {
  const named = sidecar.normalize().replace(XMP, "");
  return named === picture.normalize() || named === picture.normalize().replace(/(?<=.)\.[^.]+$/, "");
}

/** Only what it has: an empty field says nothing. */
export async function readSidecar(entry: Entry): Promise<Texts> {
  const bytes = Buffer.concat(await (await openFile(entry, MAX_BYTES - 1)).toArray());
  const { title, caption, alt, tags } = cleanTexts(readXmp(bytes));
  return {
    ...(title && { title }),
    ...(caption && { caption }),
    ...(alt && { alt }),
    ...(tags.length > 0 && { tags }),
  };
}

/** The photo of the album that a sidecar without a picture is for. */
export async function photoOfSidecar({ db }: Deps, album: string, name: string): Promise<PhotoId | undefined> {
  const photos = await queries.listNames(db, album);
  const found =
    photos.find(({ source_filename }) => isSidecarOf(name, source_filename)) ??
    photos.find(({ filename }) => isSidecarOf(name, filename));
  return found?.id;
}

export async function setTexts(deps: Deps, id: PhotoId, { title, caption, alt, tags }: Texts): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    if (title !== undefined) await changePhotos(trx, [id], changeOf("title", title));
    if (caption !== undefined) await changePhotos(trx, [id], changeOf("caption", caption));
    if (alt !== undefined) await changePhotos(trx, [id], changeOf("alt", alt));
    if (tags !== undefined) await changePhotos(trx, [id], changeOf("tags", tags));
  });
}
