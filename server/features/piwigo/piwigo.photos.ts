import { VISIBILITY } from "../../../contract/limits.ts";
import { changeOf, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { photoNotFound } from "../../errors.ts";
import { recordIfPossible } from "../../library/activity.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { addAlbumPhotos, removeAlbumPhoto } from "../albums/album-photos.service.ts";
import { listAlbums } from "../albums/albums.service.ts";
import { changePhotos } from "../photos/photos.change.ts";
import { getPhoto, listTags } from "../photos/photos.service.ts";
import { photoWithBytes, takeFile } from "../uploads/take-file.service.ts";
import { describeUpload, type ReceivedFile } from "../uploads/uploads.service.ts";
import { cleanTexts } from "../uploads/uploads.text.ts";
import { requireAlbumOf } from "./piwigo.albums.ts";
import { idsOf, numberOf, type PiwigoCall, PiwigoError, textOf } from "./piwigo.call.ts";
import { tagId } from "./piwigo.present.ts";

export type Added = { id: PhotoId; isNew: boolean; slug: string };

type NewPhoto = { file: ReceivedFile; albums: readonly number[]; after_photo: number };

/** A file in the first of the albums. Sent again, it is the photo that is there. */
export async function addPhoto(deps: Deps, call: PiwigoCall, { file, albums, after_photo }: NewPhoto): Promise<Added> {
  const replaced = numberOf(call, "image_id");
  const replaces = replaced === undefined ? undefined : PhotoId.safeParse(replaced).data;
  if (replaced !== undefined && replaces === undefined) throw photoNotFound();
  if (replaces !== undefined) await getPhoto(deps, replaces);
  const home = replaces !== undefined && albums.length === 0 ? undefined : await requireAlbumOf(deps, albums[0]);
  const slug = home?.slug ?? "";
  const same = replaces ?? (await photoWithBytes(deps, slug, file.sha256));
  const taken = await takeFile(deps, {
    file,
    album: async () => slug,
    replaces: same,
    known: {},
    file_modified_on: null,
    after_photo,
    by: call.by,
  });
  if (!taken.ok) {
    const { error, error_details } = taken.error;
    throw new PiwigoError(500, [error, error_details.suggestion].filter(Boolean).join(" "));
  }
  const { photo_id: id, outcome } = taken.value;
  if (outcome === "added") {
    await recordIfPossible(deps, await describeUpload(deps.db, slug, { photos: 1, failed: 0 }, call.by));
  }
  await setTexts(deps, call, id, { filename: file.filename, isReplacing: true });
  for (const other of albums.slice(1)) await addAlbumPhotos(deps, (await requireAlbumOf(deps, other)).slug, [id]);
  return { id, isNew: outcome !== "unchanged", slug };
}

type Writing = { filename?: string; isReplacing: boolean };

/** What the call says of the photo; what it leaves out stays. */
export async function setTexts(deps: Deps, call: PiwigoCall, id: PhotoId, { filename, isReplacing }: Writing) {
  const before = await getPhoto(deps, id);
  const words = await tagsOf(deps, call);
  const { title, caption, tags } = cleanTexts({
    title: textOf(call, "name"),
    caption: textOf(call, "comment"),
    keywords: words,
  });
  const level = numberOf(call, "level");
  // Clients send the name of the file where there is no title.
  const isFileName = filename !== undefined && title === filename.replace(/\.[^.]*$/, "");
  const isWritten = (now: string) => isReplacing || now === "";
  await changeLibrary(deps, async (trx) => {
    if (title && !isFileName && isWritten(before.title)) await changePhotos(trx, [id], changeOf("title", title));
    if (caption && isWritten(before.caption)) await changePhotos(trx, [id], changeOf("caption", caption));
    if (tags.length > 0) {
      const all = textOf(call, "multiple_value_mode") === "replace" ? tags : [...new Set([...before.tags, ...tags])];
      await changePhotos(trx, [id], changeOf("tags", all.slice(0, 50)));
    }
    if (level !== undefined) {
      const visibility = level === 0 ? VISIBILITY.public : VISIBILITY.private;
      await changePhotos(trx, [id], changeOf("visibility", visibility));
    }
  });
}

/** The albums that the call names, in place of those that the photo is in or besides them. */
export async function setAlbums(deps: Deps, call: PiwigoCall, id: PhotoId): Promise<void> {
  const wanted = idsOf(textOf(call, "categories"));
  if (wanted.length === 0) return;
  const present: number[] = (await getPhoto(deps, id)).album_ids;
  for (const album of wanted) {
    if (!present.includes(album)) await addAlbumPhotos(deps, (await requireAlbumOf(deps, album)).slug, [id]);
  }
  if (textOf(call, "multiple_value_mode") !== "replace") return;
  const albums = await listAlbums(deps);
  for (const { slug } of albums.filter((album) => present.includes(album.id) && !wanted.includes(album.id))) {
    await removeAlbumPhoto(deps, slug, id);
  }
}

/** Words, or the numbers by which `pwg.tags.getList` names them. */
async function tagsOf(deps: Deps, call: PiwigoCall): Promise<string[]> {
  const words = (textOf(call, "tags") ?? "").split(",").map((word) => word.trim());
  const ids = idsOf(textOf(call, "tag_ids"));
  const known = ids.length === 0 ? [] : await listTags(deps);
  const names = [...known.map(({ tag }) => tag), ...(ids.length === 0 ? [] : await readNewTags(deps))];
  const named = ids.flatMap((id) => names.find((name) => tagId(name) === id) ?? []);
  return [...words, ...named].filter((word) => word !== "");
}

export const NEW_TAGS_SETTING = "piwigo_new_tags";
const NEW_TAGS_MAX = 1_000;

/** Those that clients have added last, on any node: here a tag exists as long as a photo has it. */
async function readNewTags({ db }: Pick<Deps, "db">): Promise<string[]> {
  const stored = await readSetting(db, NEW_TAGS_SETTING);
  // Only written below.
  return stored === undefined ? [] : (JSON.parse(stored) as string[]);
}

export async function addTag(deps: Deps, name: string): Promise<number> {
  await deps.locks.hold("piwigo/new-tags", async () => {
    const others = (await readNewTags(deps)).filter((tag) => tag !== name);
    await writeSetting(deps.db, NEW_TAGS_SETTING, JSON.stringify([...others, name].slice(-NEW_TAGS_MAX)));
  });
  return tagId(name);
}
