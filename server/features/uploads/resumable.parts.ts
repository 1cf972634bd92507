import { createHash, type Hash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { transaction } from "../../db/connect.ts";
import type { UploadRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict } from "../../errors.ts";
import { beginPut, endPut, undoPut } from "../../library/files/intents.ts";
import { partKey, partKeys, readParts } from "../../library/files/keys.ts";
import { hashStream } from "../../platform/hash.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import * as queries from "./resumable.queries.ts";

/** Small enough that a crash costs little and the temporary disk is bounded, large enough that 500 MB are few files. */
const PART_BYTES = 16 * 1024 * 1024;
/** A sender whose connection keeps breaking leaves small parts. */
const MAX_PARTS = 2_000;
/** A connection that died without notice would otherwise block the upload until the system gives it up. */
const SILENT_MS = 60_000;

/** Stores the body part by part. When the connection breaks, the bytes that arrived before are kept. */
export async function receiveParts(
  deps: Deps,
  row: UploadRow,
  body: Readable,
  { expires_at, requireSender }: Receiving,
): Promise<UploadRow> {
  const source = createSource(body);
  let current = row;
  while (await source.hasMore()) {
    const left = row.length - current.received;
    const before = source.taken();
    // Most files arrive in one part.
    const hash = before === 0 && current.received === 0 && left <= PART_BYTES ? createHash("sha256") : undefined;
    const path = await deps.storage.writeTemp(source.next(Math.min(PART_BYTES, left), hash));
    const size = source.taken() - before;
    try {
      if (size === left && (await source.hasMore())) throw tooManyBytes();
      await requireSender();
      current = await keepPart(deps, current, { path, size, sha256: hash?.digest("hex"), expires_at });
    } finally {
      await deps.storage.removeTemp(path);
    }
  }
  return current;
}

/** `requireSender` throws when the sender's session or token has ended: a part may take long to arrive. */
export type Receiving = { expires_at: string; requireSender: () => Promise<void> };

export const tooManyBytes = () => new AppError(413, "TOO_LARGE", "The request has more bytes than the upload");

type Part = {
  path: string;
  size: number;
  /** Of the part, where it may be the whole file. */
  sha256: string | undefined;
  expires_at: string;
};

async function keepPart(deps: Deps, row: UploadRow, { path, size, sha256, expires_at }: Part): Promise<UploadRow> {
  // Never a name that was used before: a delete of that one may still be pending.
  const name = `${row.received}-${randomBytes(4).toString("hex")}`;
  const parts = [...readParts(row), name];
  if (parts.length > MAX_PARTS) throw new AppError(413, "TOO_LARGE", "The file arrives in too many parts");
  const received = row.received + size;
  const state = received === row.length ? ("processing" as const) : ("receiving" as const);
  const kept = { received, parts: JSON.stringify(parts), state, expires_at };
  const intent = await beginPut(deps, [partKey(row.id, name)]);
  try {
    await deps.storage.putFile(partKey(row.id, name), path);
    const isWhole = state === "processing";
    const change = { ...kept, sha256: isWhole ? await hashWhole(deps.storage, { ...row, ...kept }, sha256) : null };
    await transaction(deps.db, async (trx) => {
      // Removed while this part arrived, or continued by a node that took this one for dead.
      if (!(await queries.appendPart(trx, row, change))) throw conflict("The upload has changed. Ask for its offset");
      await endPut(trx, intent);
    });
    return { ...row, ...change };
  } catch (error) {
    await undoPut(deps, intent);
    throw error;
  }
}

async function hashWhole(storage: Storage, row: UploadRow, ofFirstPart: string | undefined): Promise<string> {
  return ofFirstPart ?? hashStream(readWhole(storage, row));
}

/** The bytes of all parts. */
export async function* readWhole(storage: Storage, row: UploadRow): AsyncGenerator<Uint8Array> {
  for (const key of partKeys(row)) yield* (await storage.open(key))?.stream ?? missingPart(key);
}

export function missingPart(key: string): never {
  throw new Error(`${key} is not in storage`);
}

/** Hands out a stream in pieces. A connection that breaks or falls silent ends it. */
function createSource(body: Readable) {
  const chunks = body[Symbol.asyncIterator]();
  let rest: Uint8Array | undefined;
  let taken = 0;
  let isEnded = false;

  async function hasMore(): Promise<boolean> {
    if (rest || isEnded) return !isEnded;
    const silence = setTimeout(() => body.destroy(), SILENT_MS);
    try {
      const { value, done } = await chunks.next();
      if (!done) rest = value;
    } catch {
      // The sender asks how much has arrived, and continues from there.
    } finally {
      clearTimeout(silence);
    }
    isEnded = !rest;
    return !isEnded;
  }

  async function* next(limit: number, hash: Hash | undefined): AsyncGenerator<Uint8Array> {
    let left = limit;
    while (left > 0 && (await hasMore()) && rest) {
      const piece = rest.subarray(0, left);
      rest = piece.length < rest.length ? rest.subarray(left) : undefined;
      left -= piece.length;
      taken += piece.length;
      hash?.update(piece);
      yield piece;
    }
  }

  return { hasMore, next, taken: () => taken };
}
