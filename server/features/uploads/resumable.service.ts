import type { Readable } from "node:stream";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import { UPLOAD_EXPIRES_HOURS, UPLOAD_VARIANTS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { getUpload as getUploadCall, UploadError } from "../../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import { requireAlbum } from "../../library/albums.ts";
import { type Actor, recordAudit } from "../../library/audit.ts";
import { finishDeletes, recordDelete } from "../../library/intents.ts";
import { partKeys } from "../../library/keys.ts";
import { transaction } from "../../platform/db/connect.ts";
import { isDatabaseAway, isDatabaseFull } from "../../platform/db/database-away.ts";
import type { Db, UploadRow } from "../../platform/db/schema.ts";
import { hashFile } from "../../platform/hash.ts";
import { ImagesBusyError, type MadePictures, PictureRefusedError } from "../../platform/images/images.ts";
import { StorageError } from "../../platform/storage/storage-error.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import type { Arrivals } from "./resumable.arrivals.ts";
import { newUploadId, putBeforeOvertakers } from "./resumable.order.ts";
import { receiveParts, tooManyBytes } from "./resumable.parts.ts";
import * as queries from "./resumable.queries.ts";
import { describeFailure, unexpectedFailure, VariantsFailedError } from "./uploads.errors.ts";
import { describeUpload, failure, maxBytes } from "./uploads.service.ts";
import { storePhoto } from "./uploads.store.ts";
import { isFolderName, readModifiedOn, safeFileName } from "./uploads.text.ts";

const UPLOADS_PER_SWEEP = 500;

export type NewUpload = { length: number; filename: string | undefined; album: string; modified: string | undefined };

export async function createUpload(
  deps: Deps,
  { length, filename, album, modified }: NewUpload,
  by: Actor,
): Promise<UploadRow> {
  const { upload_max_mb } = deps.site.current();
  if (length > maxBytes(deps)) {
    throw new AppError(413, "TOO_LARGE", `The file is larger than ${upload_max_mb}MB.`);
  }
  const name = safeFileName(filename);
  if (isFolderName(name)) throw new AppError(422, "VALIDATION", "The file has no usable name.");
  await requireAlbum(deps.db, album);
  const row: UploadRow = {
    id: newUploadId(deps.now()),
    filename: name,
    album,
    file_modified_on: readModifiedOn(modified),
    ...by,
    length,
    received: 0,
    parts: "[]",
    state: length === 0 ? "processing" : "receiving",
    photo_id: null,
    duplicate_of: null,
    error: null,
    expires_at: expiry(deps),
  };
  await queries.insertUpload(deps.db, row);
  return row;
}

/** Throws for one that does not exist, or no longer. */
export async function findUpload({ db, now }: Deps, id: string): Promise<UploadRow> {
  const row = await queries.findUpload(db, id);
  if (!row || (row.state !== "processing" && row.expires_at <= now().toISOString())) throw notFound();
  return row;
}

type Append = { id: string; offset: number; body: Readable; sizeBytes: number | undefined };

/**
 * Appends what arrives. Bytes are acknowledged only when storage and database have them, so a crash at any point loses
 * nothing that the sender does not send again.
 */
export function appendToUpload(
  deps: Deps,
  arrivals: Arrivals,
  { id, offset, body, sizeBytes = 0 }: Append,
): Promise<UploadRow> {
  return arrivals.receive(id, body, async () => {
    let appended: UploadRow | undefined;
    const isFree = await deps.locks.holdIfFree(`upload/${id}`, async () => {
      const row = await findUpload(deps, id);
      if (row.received !== offset) throw conflict(`The upload continues at ${row.received}`);
      if (offset + sizeBytes > row.length) throw tooManyBytes();
      appended = row.state === "receiving" ? await receive(deps, row, body) : row;
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

async function receive(deps: Deps, row: UploadRow, body: Readable): Promise<UploadRow> {
  try {
    return await receiveParts(deps, row, body, expiry(deps));
  } catch (error) {
    if (error instanceof StorageError) throw new PartNotStoredError(failure(deps, row.filename, error).error);
    throw error;
  }
}

/** Also one that is arriving or being processed, which then fails. */
export async function endUpload(deps: Deps, id: string): Promise<void> {
  await findUpload(deps, id);
  await removeUpload(deps, id);
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
      const known = describeFailure(row.filename, error, deps.site.current());
      if (known?.error_type !== "UPLOAD_ERROR") deps.log.error({ err: error, upload: id }, "upload failed");
      await refuseUpload(deps, row, known ?? unexpectedFailure(row.filename));
    }
  });
  return stored;
}

async function storeUpload(deps: Deps, row: UploadRow, signal: AbortSignal | undefined): Promise<PhotoId> {
  const path = await joinParts(deps, row);
  try {
    const photo = {
      filename: row.filename,
      path,
      sha256: await hashFile(path),
      filesize: row.length,
      file_modified_on: row.file_modified_on,
      made: await makePictures(deps, { path, filesize: row.length, signal }),
      known: {},
    };
    let deletes: readonly number[] = [];
    // In the commit that stores the photo: a crash leaves both or neither, so no photo is stored twice.
    const { photo_id } = await storePhoto(deps, row.album, photo, async (trx, { photo_id, duplicate_of = null }) => {
      const outcome = { state: "done", photo_id, duplicate_of, parts: "[]", expires_at: expiry(deps) } as const;
      if (!(await queries.finishUpload(trx, row.id, outcome))) throw new UploadEndedError();
      await putBeforeOvertakers(trx, row.id, photo_id);
      await recordOutcome(deps, trx, row, { photos: 1, failed: 0 });
      deletes = await recordDelete(trx, partKeys(row), deps.now());
    });
    await finishDeletes(deps, deletes);
    return photo_id;
  } finally {
    await deps.storage.removeTemp(path);
  }
}

type FileToDecode = { path: string; filesize: number; signal: AbortSignal | undefined };

async function makePictures(deps: Deps, { path, filesize, signal }: FileToDecode): Promise<MadePictures> {
  try {
    const acceptsHeic = deps.site.current().accepts_heic;
    return await deps.images.make(path, UPLOAD_VARIANTS, {
      maxBytes: filesize,
      acceptsHeic,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (error instanceof PictureRefusedError || error instanceof ImagesBusyError) throw error;
    throw new VariantsFailedError(error);
  }
}

async function joinParts({ storage }: Deps, row: UploadRow): Promise<string> {
  const keys = partKeys(row);
  const [only] = keys.length === 1 ? keys : [];
  // Most photos fit into one part, and copying it costs far less than reading and writing it.
  if (only) return (await storage.copyToTemp(only)) ?? missingPart(only);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const key of keys) yield* (await storage.open(key))?.stream ?? missingPart(key);
  }
  return storage.writeTemp(chunks());
}

function missingPart(key: string): never {
  throw new Error(`${key} is not in storage`);
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
    await recordOutcome(deps, trx, row, { photos: 0, failed: 1 });
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
  await recordAudit({ db, now }, await describeUpload(db, album, outcome, { actor, address }));
}

async function removeUpload(deps: Deps, id: string): Promise<void> {
  const deletes = await transaction(deps.db, async (trx) => {
    const row = await queries.deleteUpload(trx, id);
    return row ? recordDelete(trx, partKeys(row), deps.now()) : [];
  });
  await finishDeletes(deps, deletes);
}

const expiry = ({ now }: Pick<Deps, "now">) =>
  new Date(now().getTime() + UPLOAD_EXPIRES_HOURS * 60 * 60 * 1000).toISOString();
