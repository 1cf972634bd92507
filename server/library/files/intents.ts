import type { Transaction } from "kysely";
import { PICTURE_FORMATS } from "../../../contract/limits.ts";
import { transaction } from "../../db/connect.ts";
import type { Db, Schema } from "../../db/schema.ts";
import type { Log } from "../../log.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { readSetting } from "../settings.queries.ts";
import * as queries from "./intents.queries.ts";
import { readVariantKey, variantKey } from "./keys.ts";

/**
 * Database and storage cannot commit together, so every file operation is recorded first. A crash at any moment leaves a
 * list of what to undo (`put`) or finish (`delete`), and nothing else has to be searched.
 */
export type PutIntent = { id: number };

type IntentDeps = { db: Db; storage: Storage; now(): Date; log: Log };

/** A put that is still open after this long belongs to a server that died. */
export const PUT_LEASE_MS = 10 * 60 * 1000;
const KEYS_PER_INTENT = 5_000;
const INTENTS_PER_SWEEP = 100;
/** Set by a running backup: no file is deleted before this time. The backup moves it ahead as it goes. */
export const HOLD_DELETES_SETTING = "hold_deletes_until";

/** Recovery has removed the files, so the rows that name them must not be committed. */
export class PutUndoneError extends Error {}

/** Call before the first file is written. */
export function beginPut({ db, now }: IntentDeps, keys: readonly string[]): Promise<PutIntent> {
  return queries.insertIntent(db, "put", keys, now());
}

/** Call in the transaction that writes the rows which name the files. */
export async function endPut(trx: Transaction<Schema>, intent: PutIntent): Promise<void> {
  const isEnded = await queries.deleteIntent(trx, "put", intent.id);
  if (!isEnded) throw new PutUndoneError("The files were removed as leftovers of a server that died");
}

/** Call in the transaction that finds that no row needs the files, and `finishDeletes` with the intent after its commit. */
export async function dropPut(trx: Transaction<Schema>, intent: PutIntent): Promise<void> {
  await queries.turnPutIntoDelete(trx, intent.id);
}

/** For files that could not all be written, or rows that could not be committed. A later sweep retries a failure here. */
export async function undoPut(deps: IntentDeps, intent: PutIntent): Promise<void> {
  try {
    await turnIntoDelete(deps.db, intent.id);
    await finishDeletes(deps, [intent.id]);
  } catch (error) {
    deps.log.error({ err: error, intent: intent.id }, "a failed put could not be undone; will retry");
  }
}

/** Call in the transaction that deletes the rows, and pass the result to `finishDeletes` after its commit. */
export async function recordDelete(
  trx: Transaction<Schema>,
  keys: readonly string[],
  now: Date,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_INTENT) {
    const { id } = await queries.insertIntent(trx, "delete", keys.slice(start, start + KEYS_PER_INTENT), now);
    ids.push(id);
  }
  return ids;
}

/**
 * Deletes the files of committed deletes. One that fails stays on the list for the next sweep. The caller gets no error:
 * the photo is gone from the library either way.
 */
export async function finishDeletes(deps: IntentDeps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || (await areDeletesHeld(deps))) return;
  for (const id of ids) {
    try {
      await finishDelete(deps, id);
    } catch (error) {
      deps.log.error({ err: error, intent: id }, "files of a deleted photo remain; will retry");
    }
  }
}

async function finishDelete({ db, storage }: IntentDeps, id: number): Promise<void> {
  const keys = await queries.findKeysToDelete(db, id);
  if (!keys) return;
  const inUse = await findKeysInUse(db, keys);
  await storage.delete(keys.filter((key) => !inUse.has(key)));
  await queries.deleteIntent(db, "delete", id);
}

/** A variant always has the same key, and may have been made again while its delete was waiting. */
async function findKeysInUse(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const variants = keys.flatMap((key) => readVariantKey(key) ?? []);
  if (variants.length === 0) return new Set();
  const beingPut = await queries.findKeysOfPuts(db);
  const rows = await queries.findVariantsOf(db, [...new Set(variants.map(({ internal_id }) => internal_id))]);
  const made = rows.flatMap(({ internal_id, size }) =>
    PICTURE_FORMATS.map((format) => variantKey(internal_id, size, format)),
  );
  return new Set([...made, ...beingPut]);
}

/** While a backup copies files. */
export async function areDeletesHeld({ db, now }: Pick<IntentDeps, "db" | "now">): Promise<boolean> {
  const heldUntil = await readSetting(db, HOLD_DELETES_SETTING);
  return heldUntil !== undefined && heldUntil > now().toISOString();
}

/**
 * Undoes the puts that were begun before this time, or all, and finishes all deletes. Its cost depends on what is open,
 * not on what is stored.
 */
export async function recoverIntents(deps: IntentDeps, putsBefore?: Date): Promise<void> {
  for (const id of await queries.findPuts(deps.db, putsBefore)) await turnIntoDelete(deps.db, id);

  let after = 0;
  for (;;) {
    const ids = await queries.findDeletesAfter(deps.db, after, INTENTS_PER_SWEEP);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    await finishDeletes(deps, ids);
  }
}

/**
 * After this the put can no longer be committed. A variant may have overwritten an earlier one: its row goes too, and
 * the picture is made again when it is next needed.
 */
async function turnIntoDelete(db: Db, id: number): Promise<void> {
  await transaction(db, async (trx) => {
    for (const key of (await queries.turnPutIntoDelete(trx, id)) ?? []) {
      const variant = readVariantKey(key);
      if (variant) await queries.deleteVariant(trx, variant.internal_id, variant.size);
    }
  });
}
