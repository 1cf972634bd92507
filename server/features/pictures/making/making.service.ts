import type { Transaction } from "kysely";
import type { PictureSize } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import { transaction } from "../../../db/connect.ts";
import type { Db, PhotoRow, Schema } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { changeLibrary } from "../../../library/change-library.ts";
import { beginPut, endPut, undoPut } from "../../../library/files/intents.ts";
import { filesOf, variantKey } from "../../../library/files/keys.ts";
import {
  ImagesBusyError,
  type MadePictures,
  type MakeOptions,
  type Picture,
  PictureRefusedError,
} from "../../../platform/images/images.ts";
import { settleAll } from "../../../platform/settle-all.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import { readFocalPoint } from "../../photos/photos.present.ts";
import * as queries from "./making.queries.ts";

/** The only size that exists solely because someone requested it. The others are made for every photo. */
export const ON_DEMAND_SIZE = "original" satisfies PictureSize;

/** A photo to make pictures from. */
export type SourcePhoto = Pick<PhotoRow, "id" | "internal_id" | "original_key" | "focal_point">;

/** The uploaded file is not in storage at the moment. It may return with the storage. */
export class OriginalMissingError extends Error {}

/** No picture can be made from the file. The message is fit for the screen. Not for storage and database failures. */
export class MakingFailedError extends Error {}

type Making = MakeOptions & {
  /** Gives the pictures new URLs, so that browsers fetch them again. */
  isNewVersion?: boolean;
};

/** Makes these sizes of a photo with one decode and replaces existing ones. The caller holds `makingLock`. */
export async function makePhotoSizes(
  deps: Deps,
  photo: SourcePhoto,
  sizes: readonly PictureSize[],
  { isNewVersion = false, ...options }: Making,
): Promise<void> {
  const { pictures } = await makeFromOriginal(deps, photo, sizes, options);
  await keepPictures(deps, photo, pictures, isNewVersion);
}

/**
 * Stores and records them. The same commit clears earlier failures, so a photo that has its pictures is never listed as
 * failed. The caller holds `makingLock`.
 */
export async function keepPictures(
  deps: Deps,
  photo: SourcePhoto,
  pictures: readonly Picture[],
  isNewVersion = false,
): Promise<void> {
  const intent = await beginPut(
    deps,
    pictures.map((picture) => keyOf(photo.internal_id, picture)),
  );
  try {
    await storePictures(deps.storage, photo.internal_id, pictures);
    const commit = async (trx: Transaction<Schema>) => {
      await recordPictures(trx, photo.id, pictures);
      if (pictures.some(({ size }) => size === ON_DEMAND_SIZE)) {
        await queries.markRequested(trx, photo.id, ON_DEMAND_SIZE, deps.now());
      }
      await queries.forgetFailures(trx, photo.id);
      if (isNewVersion) await queries.raiseVersion(trx, photo.id);
      // Older versions ignored gain maps, so the photo may not be known to have one.
      if (isNewVersion && pictures.some(({ format }) => format === "hdr")) await queries.markHdr(trx, photo.id);
      await endPut(trx, intent);
    };
    // Pages contain the URLs of pictures. Making a missing picture changes no URL.
    await (isNewVersion ? changeLibrary(deps, commit) : transaction(deps.db, commit));
  } catch (error) {
    // Also when the photo has been deleted since: its row is gone, so these files must go.
    await undoPut(deps, intent);
    throw error;
  }
}

export async function makeFromOriginal(
  { storage, images }: Deps,
  photo: SourcePhoto,
  sizes: readonly PictureSize[],
  options: MakeOptions,
): Promise<MadePictures> {
  const made = await storage.withLocalFile(photo.original_key, async (path) => {
    try {
      // Accepted once: settings changed since then are for new files.
      const accepted = { maxBytes: Number.POSITIVE_INFINITY, acceptsHeic: true };
      return await images.make(path, sizes, { ...options, ...accepted, focalPoint: readFocalPoint(photo) });
    } catch (error) {
      if (error instanceof ImagesBusyError || options.signal?.aborted) throw error;
      const reason = error instanceof PictureRefusedError ? error.message : "The picture could not be made.";
      throw new MakingFailedError(reason, { cause: error });
    }
  });
  if (!made) throw new OriginalMissingError(`${photo.original_key} is not in storage`);
  return made;
}

/** Another server, a batch run or another request may have made it already. */
export async function makeUnlessStored(deps: Deps, { id }: Pick<SourcePhoto, "id">, size: PictureSize): Promise<void> {
  await deps.locks.hold(makingLock(id), async () => {
    // Read under the lock: the file or the focal point may just have been replaced.
    const photo = await findSourcePhoto(deps, id);
    if (!photo) throw new OriginalMissingError(`Photo ${id} was deleted`);
    if (!(await isStored(deps, photo, size))) await makePhotoSizes(deps, photo, [size], { priority: "visitor" });
  });
}

/** A photo's pictures are made by one worker at a time, so that none is made twice. */
export const makingLock = (photoId: PhotoId) => `make/${photoId}`;

/** The caller has recorded the intent to put these, and calls `recordPictures` afterwards. */
export async function storePictures(storage: Storage, internalId: string, pictures: readonly Picture[]): Promise<void> {
  await settleAll(pictures.map((picture) => storage.putBytes(keyOf(internalId, picture), picture.bytes)));
}

/** Call in the transaction that ends the intent to put these. */
export async function recordPictures(trx: Db, photoId: PhotoId, pictures: readonly Picture[]): Promise<void> {
  await queries.recordPictures(trx, photoId, pictures);
}

/** Whether the files of this size are in storage exactly as long as the database says. */
export async function isStored({ db, storage }: Deps, photo: SourcePhoto, size: PictureSize): Promise<boolean> {
  const row = await queries.findVariant(db, photo.id, size);
  if (!row) return false;
  for (const { format, bytes } of filesOf(row)) {
    if ((await storage.sizeOf(variantKey(photo.internal_id, size, format))) !== bytes) return false;
  }
  return true;
}

/** The photo, and its picture of this size if that has been made. Undefined when the photo does not exist. */
export type FoundPicture = queries.PictureRow;
export const findPicture = ({ db }: Deps, internalId: string, size: PictureSize): Promise<FoundPicture | undefined> =>
  queries.findPicture(db, internalId, size);

/** Undefined when the photo does not exist. */
export const findSourcePhoto = ({ db }: Deps, id: PhotoId): Promise<SourcePhoto | undefined> =>
  queries.findSourcePhoto(db, id);

export const findMadeSizes = ({ db }: Deps, id: PhotoId): Promise<PictureSize[]> => queries.findMadeSizes(db, id);

/** The photo is listed as failed and not tried again until a batch run includes it. */
export async function giveUp(db: Db, photoId: PhotoId, reason: string): Promise<void> {
  await queries.markGivenUp(db, photoId, reason);
}

export async function forgetFailures({ db }: Deps, photoId: PhotoId): Promise<void> {
  await queries.forgetFailures(db, photoId);
}

const keyOf = (internalId: string, { size, format }: Picture) => variantKey(internalId, size, format);
