import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../library/activity.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import * as queries from "./uploads.queries.ts";
import { replaceBy, requirePhoto } from "./uploads.replace.ts";
import { failure, makeUploadPictures, type ReceivedFile, type UploadResult } from "./uploads.service.ts";
import { type KnownFields, storePhoto } from "./uploads.store.ts";

export type FileToTake = {
  file: ReceivedFile;
  /** The photo that gets the file; without one, the file becomes a new photo at the end of the album. */
  replaces: PhotoId | undefined;
  /** The slug of that album. Asked for when there are pictures of the file. */
  album(): Promise<string>;
  /** Pictures are made at once, and stored when this has happened: the files before it are done. */
  turn?: Promise<unknown>;
  known: KnownFields;
  file_modified_on: string | null;
  /** The newest photo when the file began to arrive (`newestPhoto`). */
  after_photo: number;
  /** Photos of which this one is a copy on purpose, if it has their bytes. */
  copies?: readonly PhotoId[];
  by: Partial<Actor>;
};

export type TakenFile = { photo_id: PhotoId; outcome: "added" | "replaced" | "unchanged" };

export const newestPhoto = ({ db }: Deps) => queries.findNewest(db);

/** The photo of an album whose file has, or first had, this name. */
export const photoNamed = ({ db }: Deps, album: string, filename: string) => queries.findNamed(db, album, filename);

/** The photo of the album that has the same file. */
export async function photoWithBytes({ db }: Deps, album: string, sha256: string): Promise<PhotoId | undefined> {
  const [found] = await queries.findSameBytes(db, [sha256], (await requireAlbum(db, album)).id);
  return found?.here ?? undefined;
}

/** A file that another program has brought, by the same rules as an upload. Removes it from temporary storage. */
export async function takeFile(deps: Deps, given: FileToTake): Promise<UploadResult<TakenFile>> {
  const { file, file_modified_on, by, turn } = given;
  try {
    if (given.replaces === undefined) return { ok: true, value: await addFile(deps, given) };
    const photo = await requirePhoto(deps, given.replaces);
    const isSame = photo.sha256 === file.sha256;
    if (!isSame) await replaceBy(deps, photo, { file, file_modified_on, by, turn });
    return { ok: true, value: { photo_id: photo.id, outcome: isSame ? "unchanged" : "replaced" } };
  } catch (error) {
    return failure(deps, file.filename, error);
  } finally {
    await deps.storage.removeTemp(file.path);
  }
}

async function addFile(deps: Deps, given: FileToTake): Promise<TakenFile> {
  const { file, album, turn, by: _by, replaces: _replaces, ...rest } = given;
  const made = await makeUploadPictures(deps, file, { focalPoint: given.known.focal_point });
  await turn;
  const stored = await storePhoto(deps, await album(), { ...file, made, ...rest });
  return { photo_id: stored.photo_id, outcome: stored.isNew ? "added" : "unchanged" };
}
