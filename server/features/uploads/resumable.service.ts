import type { Readable } from "node:stream";
import type { Transaction } from "kysely";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { getUpload as getUploadCall, UploadError } from "../../../contract/uploads.ts";
import { transaction } from "../../db/connect.ts";
import type { Db, Schema, UploadRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import { recordActivity } from "../../library/activity.ts";
import { finishDeletes, recordDelete } from "../../library/files/intents.ts";
import { partKeys } from "../../library/files/keys.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { isDatabaseAway, isDatabaseFull } from "../../platform/database-away.ts";
import { hashFile } from "../../platform/hash.ts";
import { ImagesBusyError } from "../../platform/images/images.ts";
import { StorageError } from "../../platform/storage/storage-error.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import type { Arrivals } from "./resumable.arrivals.ts";
import { expiry } from "./resumable.begin.ts";
import { putBeforeOvertakers } from "./resumable.order.ts";
import { missingPart, type Receiving, readWhole, receiveParts, tooManyBytes } from "./resumable.parts.ts";
import * as queries from "./resumable.queries.ts";
import { replaceBy, requirePhoto } from "./uploads.replace.ts";
import { describeUpload, failure, makeUploadPictures } from "./uploads.service.ts";
import { findTwin, type StoredPhoto, storePhoto } from "./uploads.store.ts";

const UPLOADS_PER_SWEEP = 500;

/** Throws for one that does not exist, or no longer. */
export async function findUpload({ db, now }: Deps, id: string): Promise<UploadRow> {
  const row = await queries.findUpload(db, id);
  if (!row || (row.state !== "processing" && row.expires_at <= now().toISOString())) throw notFound();
  return row;
}

type Append = Pick<Receiving, "requireSender"> & {
  id: string;
  offset: number;
  body: Readable;
  sizeBytes: number | undefined;
};

/**
 * Appends what arrives. Bytes are acknowledged only when storage and database have them, so a crash at any point loses
 * nothing that the sender does not send again.
 */
export function appendToUpload(
  deps: Deps,
  arrivals: Arrivals,
  { id, offset, body, sizeBytes = 0, requireSender }: Append,
): Promise<UploadRow> {
  return arrivals.admit(id, body, async () => {
    let appended: UploadRow | undefined;
    const isFree = await deps.locks.holdIfFree(`upload/${id}`, async () => {
      const row = await findUpload(deps, id);
      if (row.received !== offset) throw conflict(`The upload continues at ${row.received}`);
      if (offset + sizeBytes > row.length) throw tooManyBytes();
      appended = row.state === "receiving" ? await receiveBody(deps, row, body, requireSender) : row;
    });
    if (!isFree || !appended) throw new AppError(423, "CONFLICT", "Another request is sending this file");
    return appended;
  });
}

/** The storage failed. What arrived before is kept, so the sender can continue once the fault is over. */
export class PartNotStoredError extends Error {
  readonly failure: UploadError;

  constructor(failure: UploadError) {
    super(failure.error);
    this.failure = failure;
  }
}

async function receiveBody(
  deps: Deps,
  row: UploadRow,
  body: Readable,
  requireSender: Receiving["requireSender"],
): Promise<UploadRow> {
  try {
    return await receiveParts(deps, row, body, { expires_at: expiry(deps), requireSender });
  } catch (error) {
    if (error instanceof StorageError) throw new PartNotStoredError(failure(deps, row.filename, error).error);
    throw error;
  }
}

/** Also one that is arriving or being processed, which then fails. */
export async function endUpload(deps: Deps, id: string): Promise<void> {
  const { state } = await findUpload(deps, id);
  if (state === "done" || !(await removeUpload(deps, id, queries.deleteUnstored))) {
    throw conflict("The file is a photo of the album already");
  }
}

export async function getUpload(deps: Deps, id: string): Promise<ResponseOf<typeof getUploadCall>> {
  const { state, photo_id, duplicate_of, error } = await findUpload(deps, id);
  const photo = photo_id === null ? undefined : (await adminPhotosById(deps, [photo_id])).get(photo_id);
  return {
    state,
    photo: photo ?? null,
    // Always written as an UploadError.
    error: error === null ? null : (JSON.parse(error) as UploadError),
    duplicate_of,
  };
}

/** Its sender or its age ended it while its pictures were made. */
class UploadEndedError extends Error {}

/**
 * Makes a photo of a file that has arrived in full, once, on whichever node comes first. Leaves it to the next sweep when the
 * server is stopping or too busy, and throws when the database is down for the moment.
 */
export async function processUpload(deps: Deps, id: string, signal?: AbortSignal): Promise<PhotoId | undefined> {
  let stored: PhotoId | undefined;
  await deps.locks.holdIfFree(`upload/${id}`, async () => {
    const row = await queries.findUpload(deps.db, id);
    if (row?.state !== "processing") return;
    try {
      stored = await storeUpload(deps, row, signal);
    } catch (error) {
      if (error instanceof ImagesBusyError || error instanceof UploadEndedError) return;
      if (isDatabaseAway(error) && !isDatabaseFull(error)) throw error;
      await refuseUpload(deps, row, failure(deps, row.filename, error).error);
    }
  });
  return stored;
}

/** Undefined when it is a photo that another upload has stored. */
async function storeUpload(deps: Deps, row: UploadRow, signal: AbortSignal | undefined): Promise<PhotoId | undefined> {
  if (row.replaces !== null) return storeReplacement(deps, row, row.replaces, signal);
  // `storePhoto` looks again in its commit; looking here as well saves the work of making the pictures twice.
  if (await isStoredMeanwhile(deps, row)) return;
  const path = await joinParts(deps, row);
  try {
    const photo = {
      filename: row.filename,
      path,
      // Not known of uploads from before this was recorded.
      sha256: row.sha256 ?? (await hashFile(path)),
      filesize: row.length,
      file_modified_on: row.file_modified_on,
      made: await makeUploadPictures(deps, { path, filesize: row.length }, { signal }),
      known: {},
      after_photo: row.after_photo,
    };
    let deletes: readonly number[] = [];
    // In the commit that stores the photo: a crash leaves both or neither, so no photo is stored twice.
    const stored = await storePhoto(deps, row.album, photo, async (trx, stored) => {
      deletes = await finishAs(deps, trx, row, stored);
      if (stored.isNew) {
        await putBeforeOvertakers(trx, row.id, stored.photo_id);
        await recordOutcome(deps, trx, row, { photos: 1, failed: 0 });
      }
    });
    await finishDeletes(deps, deletes);
    return stored.isNew ? stored.photo_id : undefined;
  } finally {
    await deps.storage.removeTemp(path);
  }
}

async function storeReplacement(deps: Deps, row: UploadRow, id: PhotoId, signal: AbortSignal | undefined) {
  const photo = await requirePhoto(deps, id);
  const path = await joinParts(deps, row);
  try {
    const sha256 = row.sha256 ?? (await hashFile(path));
    const file = { path, filename: row.filename, filesize: row.length, sha256, isTooLarge: false };
    let deletes: readonly number[] = [];
    await replaceBy(deps, photo, {
      file,
      file_modified_on: row.file_modified_on,
      by: { actor: row.actor, address: row.address },
      signal,
      alsoCommit: async (trx) => {
        deletes = await finishAs(deps, trx, row, { photo_id: id, duplicate_of: undefined });
      },
    });
    await finishDeletes(deps, deletes);
    return id;
  } finally {
    await deps.storage.removeTemp(path);
  }
}

async function isStoredMeanwhile(deps: Deps, row: UploadRow): Promise<boolean> {
  const { sha256, after_photo } = row;
  if (sha256 === null) return false;
  const album = await requireAlbum(deps.db, row.album);
  const twin = await findTwin(deps.db, album.id, { sha256, after_photo });
  if (!twin) return false;
  await finishDeletes(deps, await transaction(deps.db, (trx) => finishAs(deps, trx, row, twin)));
  return true;
}

/** Returns the deletes of its parts. */
async function finishAs(
  deps: Deps,
  trx: Transaction<Schema>,
  row: UploadRow,
  { photo_id, duplicate_of }: Pick<StoredPhoto, "photo_id" | "duplicate_of">,
): Promise<readonly number[]> {
  const about = { photo_id, duplicate_of: duplicate_of ?? null };
  const outcome = { ...about, state: "done", parts: "[]", expires_at: expiry(deps) } as const;
  if (!(await queries.finishUpload(trx, row.id, outcome))) throw new UploadEndedError();
  return recordDelete(trx, partKeys(row), deps.now());
}

async function joinParts({ storage }: Deps, row: UploadRow): Promise<string> {
  const keys = partKeys(row);
  const [only] = keys.length === 1 ? keys : [];
  // Most photos fit into one part, and copying it costs far less than reading and writing it.
  if (only) return (await storage.copyToTemp(only)) ?? missingPart(only);
  return storage.writeTemp(readWhole(storage, row));
}

/** Removes what no one continued or asked for, and passes on what a server that stopped or died has left. */
export async function sweepUploads(deps: Deps, process: (id: string) => void): Promise<void> {
  const expired = await queries.findExpired(deps.db, deps.now().toISOString(), UPLOADS_PER_SWEEP);
  for (const { id } of expired) await removeUpload(deps, id);
  for (const { id } of await queries.findProcessing(deps.db, UPLOADS_PER_SWEEP)) process(id);
}

async function refuseUpload(deps: Deps, row: UploadRow, error: UploadError): Promise<void> {
  const deletes = await transaction(deps.db, async (trx) => {
    const outcome = { state: "failed", error: JSON.stringify(error), parts: "[]", expires_at: expiry(deps) } as const;
    if (!(await queries.finishUpload(trx, row.id, outcome))) return [];
    // A replacement that is refused has changed nothing.
    if (row.replaces === null) await recordOutcome(deps, trx, row, { photos: 0, failed: 1 });
    return recordDelete(trx, partKeys(row), deps.now());
  });
  await finishDeletes(deps, deletes);
}

async function recordOutcome(
  { now }: Deps,
  db: Db,
  { album, actor, address }: UploadRow,
  outcome: { photos: number; failed: number },
): Promise<void> {
  await recordActivity({ db, now }, await describeUpload(db, album, outcome, { actor, address }));
}

/** Returns whether it existed. */
async function removeUpload(deps: Deps, id: string, remove = queries.deleteUpload): Promise<boolean> {
  const deletes = await transaction(deps.db, async (trx) => {
    const row = await remove(trx, id);
    return row && recordDelete(trx, partKeys(row), deps.now());
  });
  await finishDeletes(deps, deletes ?? []);
  return deletes !== undefined;
}
