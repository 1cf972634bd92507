import type { Transaction } from "kysely";
import type { Deps } from "../../../deps.ts";
import { changeLibrary } from "../../../library/change-library.ts";
import { beginPut, endPut, undoPut } from "../../../library/intents.ts";
import { variantKey } from "../../../library/keys.ts";
import { allDone } from "../../../platform/all-done.ts";
import { transaction } from "../../../platform/db/connect.ts";
import type { PhotoRow, Schema } from "../../../platform/db/schema.ts";
import {
  ImagesBusyError,
  type Picture,
  type PictureFile,
  PictureRefusedError,
  type PictureSize,
  type ProcessOptions,
} from "../../../platform/images/images.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import * as queries from "./making.queries.ts";

export type PhotoToDraw = Pick<PhotoRow, "id" | "internal_id" | "original_key">;

/** The uploaded file is not there. It may be, with the storage, later. */
export class OriginalMissingError extends Error {}

/** No picture can be made of the file, for a reason fit for the screen. Storage and database failures are not this. */
export class DrawingFailedError extends Error {}

type Making = ProcessOptions & {
  /** Gives the pictures new addresses, for browsers to fetch them anew. */
  isNewVersion?: boolean;
};

/** Makes these sizes of a photo with one decode and puts them in place of what stood. The caller holds its lock. */
export async function makeVariants(
  deps: Deps,
  photo: PhotoToDraw,
  sizes: readonly PictureSize[],
  { isNewVersion = false, ...options }: Making,
): Promise<void> {
  const { files } = await decode(deps, photo, sizes, options);
  const intent = await beginPut(
    deps,
    files.map((file) => keyOf(photo.internal_id, file)),
  );
  try {
    await storeVariants(deps.storage, photo.internal_id, files);
    const commit = async (trx: Transaction<Schema>) => {
      await queries.recordVariants(trx, photo.id, files);
      if (isNewVersion) await queries.raiseVersion(trx, photo.id);
      await endPut(trx, intent);
    };
    // Visitors' pages name the addresses; a picture that was missing changes none.
    await (isNewVersion ? changeLibrary(deps, commit) : transaction(deps.db, commit));
  } catch (error) {
    // Also when the photo was deleted meanwhile: its row is gone, so these files must go.
    await undoPut(deps, intent);
    throw error;
  }
}

async function decode(
  { storage, images }: Deps,
  photo: PhotoToDraw,
  sizes: readonly PictureSize[],
  options: ProcessOptions,
): Promise<Picture> {
  const picture = await storage.withLocalFile(photo.original_key, async (path) => {
    try {
      return await images.process(path, sizes, options);
    } catch (error) {
      if (error instanceof ImagesBusyError) throw error;
      throw new DrawingFailedError(
        error instanceof PictureRefusedError ? error.message : "The picture could not be made.",
        {
          cause: error,
        },
      );
    }
  });
  if (!picture) throw new OriginalMissingError(`${photo.original_key} is not in storage`);
  return picture;
}

/** One photo's pictures are made by one at a time, so that none is made twice. */
export const drawingLock = (photo: Pick<PhotoRow, "id">) => `draw/${photo.id}`;

/** Puts the pictures of a photo in their places. The caller has written the intent for them and records them after. */
export async function storeVariants(
  storage: Storage,
  internalId: string,
  files: readonly PictureFile[],
): Promise<void> {
  await allDone(files.map((file) => storage.putBytes(keyOf(internalId, file), file.bytes)));
}

export { recordVariants } from "./making.queries.ts";
/** Whether the files of this size are in storage as the database says, to the byte. */
export async function isStanding({ db, storage }: Deps, photo: PhotoToDraw, size: PictureSize): Promise<boolean> {
  const row = await queries.findVariant(db, photo.id, size);
  if (!row) return false;
  const jpeg = await storage.sizeOf(variantKey(photo.internal_id, size, "jpeg"));
  if (jpeg !== row.jpeg_bytes) return false;
  return (
    row.avif_bytes === null || (await storage.sizeOf(variantKey(photo.internal_id, size, "avif"))) === row.avif_bytes
  );
}

const keyOf = (internalId: string, { size, format }: PictureFile) => variantKey(internalId, size, format);
