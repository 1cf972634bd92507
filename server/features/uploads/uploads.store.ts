import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { AlbumId } from "../../../contract/album-id.ts";
import { VISIBILITY } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoDetails, PhotoId } from "../../../contract/photos.ts";
import type { Db, NewPhotoRow, Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { beginPut, dropPut, endPut, finishDeletes, undoPut } from "../../library/files/intents.ts";
import { originalKey, variantKey } from "../../library/files/keys.ts";
import { moveToAlbum } from "../../library/orders/album-members.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { looseCategory, photoCategoryOf } from "../../library/shown/categories.ts";
import type { MadePictures } from "../../platform/images/images.ts";
import { settleAll } from "../../platform/settle-all.ts";
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
  /** The newest photo when its upload began. An import has none: its copies are meant. */
  after_photo?: number | undefined;
  /** Photos of which this one is a copy on purpose, if it has their bytes. */
  copies?: readonly PhotoId[];
};

/** What an import knows about a photo beyond its file. Nothing is known about an upload. */
export type KnownFields = Partial<PhotoDetails & Pick<AdminPhoto, "captured_on" | "uploaded_on" | "source_filename">>;

export type StoredPhoto = {
  photo_id: PhotoId;
  duplicate_of: PhotoId | undefined;
  /** False for a file that was sent twice at once, and stored by the other. */
  isNew: boolean;
};

/**
 * Without a slug it goes into no album. Intent, files, then the rows and the end of the intent in one commit: see
 * docs/decisions/005-write-order.md. A file that reached the album by another way since its upload began is that photo.
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
  let stored: StoredPhoto;
  try {
    await settleAll([storage.putFile(original_key, photo.path), storePictures(storage, internal_id, pictures)]);
    stored = await changeLibrary(deps, async (trx) => {
      const album = slug === null ? undefined : await requireAlbum(trx, slug);
      const twin = album && (await findTwin(trx, album.id, photo));
      if (twin) {
        await dropPut(trx, intent);
        await alsoCommit?.(trx, twin);
        return twin;
      }
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
      const stored = { photo_id: id, duplicate_of: same?.id, isNew: true };
      await alsoCommit?.(trx, stored);
      return stored;
    });
  } catch (error) {
    await undoPut(deps, intent);
    throw error;
  }
  if (!stored.isNew) await finishDeletes(deps, [intent.id]);
  return stored;
}

/** The same file, stored in this album while this one was on its way: it was sent twice at once. */
export async function findTwin(
  db: Db,
  album_id: AlbumId,
  { sha256, after_photo, copies = [] }: Pick<PhotoToStore, "sha256" | "after_photo" | "copies">,
): Promise<StoredPhoto | undefined> {
  if (after_photo === undefined) return undefined;
  const photo_id = await queries.findNewerWithSameBytes(db, { sha256, album_id, after_photo, except: copies });
  return photo_id && { photo_id, duplicate_of: undefined, isNew: false };
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
    source_filename: filename,
    document_id: facts.document_id,
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
