import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { VISIBILITY } from "../../../contract/limits.ts";
import type { Photo, PhotoDetails, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { moveToAlbum } from "../../library/album-members.ts";
import { requireAlbum } from "../../library/albums.ts";
import { looseCategory, photoCategoryOf } from "../../library/categories.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { beginPut, endPut, undoPut } from "../../library/intents.ts";
import { originalKey, variantKey } from "../../library/keys.ts";
import { allDone } from "../../platform/all-done.ts";
import type { NewPhotoRow, Schema } from "../../platform/db/schema.ts";
import type { MadePictures } from "../../platform/images/images.ts";
import { derivedText } from "../photos/photos.text.ts";
import { recordPictures, storePictures } from "../pictures/making/making.service.ts";
import * as queries from "./uploads.queries.ts";
import { rightsOf, textsOf } from "./uploads.text.ts";

export type PhotoToStore = {
  filename: string;
  path: string;
  sha256: string;
  filesize: number;
  file_modified_on: string | null;
  made: MadePictures;
  known: KnownFields;
};

/** What an import knows about a photo beyond its file. Nothing is known about an upload. */
export type KnownFields = Partial<PhotoDetails & Pick<Photo, "captured_on" | "uploaded_on">>;

export type StoredPhoto = { photo_id: PhotoId; duplicate_of: PhotoId | undefined };

/**
 * Without a slug it goes into no album. Intent, files, then the rows and the end of the intent in one commit: see
 * docs/decisions/005-write-order.md.
 */
export async function storePhoto(
  deps: Deps,
  slug: string | null,
  photo: PhotoToStore,
  /** What else belongs to the same commit. */
  alsoCommit?: (trx: Transaction<Schema>, stored: StoredPhoto) => Promise<void>,
): Promise<StoredPhoto> {
  const { storage } = deps;
  const { facts, pictures } = photo.made;
  const internal_id = randomBytes(16).toString("hex");
  const original_key = originalKey(internal_id, facts.format);
  const intent = await beginPut(deps, [
    original_key,
    ...pictures.map(({ size, format }) => variantKey(internal_id, size, format)),
  ]);
  try {
    await allDone([storage.putFile(original_key, photo.path), storePictures(storage, internal_id, pictures)]);
    return await changeLibrary(deps, async (trx) => {
      const album = slug === null ? undefined : await requireAlbum(trx, slug);
      const [same] = await queries.findFirstWithSameBytes(trx, [photo.sha256]);
      const { id } = await queries.insertPhoto(trx, {
        license: deps.site.current().default_license,
        ...newRow(photo, deps.now()),
        internal_id,
        original_key,
        category: album ? photoCategoryOf(album.category) : await looseCategory(trx, photo.known.category),
      });
      if (album) await moveToAlbum(trx, album.id, [id]);
      await recordPictures(trx, id, pictures);
      await endPut(trx, intent);
      const stored = { photo_id: id, duplicate_of: same?.id };
      await alsoCommit?.(trx, stored);
      return stored;
    });
  } catch (error) {
    await undoPut(deps, intent);
    throw error;
  }
}

type NewColumns = Omit<NewPhotoRow, "internal_id" | "original_key" | "category" | "license"> &
  Partial<Pick<NewPhotoRow, "license">>;

export function newRow(
  { made: { facts }, filename, sha256, filesize, file_modified_on, known }: PhotoToStore,
  now: Date,
): NewColumns {
  const { tags: _tags, category: _category, focal_point, ...details } = known;
  const { captured_on = facts.captured_on, uploaded_on = now.toISOString() } = known;
  const texts = { ...textsOf(facts, filename, known), filename, exif: JSON.stringify(facts.exif) };
  return {
    visibility: VISIBILITY.public,
    ...details,
    focal_point: focal_point ? JSON.stringify(focal_point) : null,
    ...texts,
    ...derivedText(texts),
    mime_type: `image/${facts.format}`,
    sha256,
    filesize,
    file_modified_on,
    uploaded_on,
    captured_on,
    // The zone of the file's own time, not of one that an import knows better.
    captured_zone: captured_on === facts.captured_on ? facts.captured_zone : null,
    captured_key: captured_on ?? uploaded_on,
    width: facts.width,
    height: facts.height,
    placeholder: facts.placeholder,
    hdr: facts.hdr ? 1 : 0,
    ...rightsOf(facts),
    album_id: null,
    deleted_at: null,
    trashed_from: null,
    favorite_position: null,
    featured_position: null,
    quick_position: null,
    variant_error: null,
  };
}
