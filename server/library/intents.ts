import type { FastifyBaseLogger } from "fastify";
import type { Transaction } from "kysely";
import { transaction } from "../platform/db/connect.ts";
import type { Db, Schema } from "../platform/db/schema.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { readVariantKey, variantKey } from "./keys.ts";

/**
 * Database and storage cannot commit together. So what is about to happen to files is written down first: a crash at any
 * moment leaves a list of what to undo (`put`) or to finish (`delete`), and nothing else has to be searched.
 */
export type PutIntent = { id: number };

type IntentDeps = { db: Db; storage: Storage; now(): Date; log: FastifyBaseLogger };

/** A put that is still open after this long belongs to a server that died. */
export const PUT_LEASE_MS = 10 * 60 * 1000;
const KEYS_PER_INTENT = 5_000;
const INTENTS_PER_SWEEP = 100;
/** Set by a running backup: the files of its snapshot stay until this time, which it moves ahead as it goes. */
export const HOLD_DELETES_SETTING = "hold_deletes_until";

/** Recovery has taken the files away: what was to be committed has none. */
export class PutUndoneError extends Error {}

/** Before the first file is written. */
export async function beginPut({ db, now }: IntentDeps, keys: readonly string[]): Promise<PutIntent> {
  return db
    .insertInto("storage_intent")
    .values({ kind: "put", keys: JSON.stringify(keys), created_at: now().toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** In the commit that writes the rows which name the files. */
export async function endPut(trx: Transaction<Schema>, intent: PutIntent): Promise<void> {
  const ended = await trx
    .deleteFrom("storage_intent")
    .where("id", "=", intent.id)
    .where("kind", "=", "put")
    .executeTakeFirst();
  if (ended.numDeletedRows !== 1n) throw new PutUndoneError("The files were taken away as those of a server that died");
}

/** When the files could not all be written, or their rows not be committed. What fails here is left for a sweep. */
export async function undoPut(deps: IntentDeps, intent: PutIntent): Promise<void> {
  try {
    await turnIntoDelete(deps.db, intent.id);
    await finishDeletes(deps, [intent.id]);
  } catch (error) {
    deps.log.error({ err: error, intent: intent.id }, "a failed put could not be undone; will be tried again");
  }
}

/** In the commit that takes the rows away. Hand what it returns to `finishDeletes` after that commit. */
export async function recordDelete(
  trx: Transaction<Schema>,
  keys: readonly string[],
  now: Date,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_INTENT) {
    const { id } = await trx
      .insertInto("storage_intent")
      .values({
        kind: "delete",
        keys: JSON.stringify(keys.slice(start, start + KEYS_PER_INTENT)),
        created_at: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

/**
 * Deletes the files of committed deletes. One that cannot be finished now stays on the list for the next sweep: the
 * photo is gone from the library either way, so nobody is told of a failure.
 */
export async function finishDeletes(deps: IntentDeps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || (await areDeletesHeld(deps))) return;
  for (const id of ids) {
    try {
      await finishDelete(deps, id);
    } catch (error) {
      deps.log.error({ err: error, intent: id }, "files of a deleted photo remain; will be tried again");
    }
  }
}

async function finishDelete({ db, storage }: IntentDeps, id: number): Promise<void> {
  const intent = await db
    .selectFrom("storage_intent")
    .select("keys")
    .where("id", "=", id)
    .where("kind", "=", "delete")
    .executeTakeFirst();
  if (!intent) return;
  const keys = readKeys(intent.keys);
  const wanted = await findWantedAgain(db, keys);
  await storage.delete(keys.filter((key) => !wanted.has(key)));
  await db.deleteFrom("storage_intent").where("id", "=", id).execute();
}

/** A variant has the same key each time it is made, and may have been made anew while its delete had to wait. */
async function findWantedAgain(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const variants = keys.flatMap((key) => readVariantKey(key) ?? []);
  if (variants.length === 0) return new Set();
  const puts = await db.selectFrom("storage_intent").select("keys").where("kind", "=", "put").execute();
  const rows = await db
    .selectFrom("variant")
    .innerJoin("photo", "photo.id", "variant.photo_id")
    .select(["photo.internal_id", "variant.size"])
    .where("photo.internal_id", "in", [...new Set(variants.map(({ internal_id }) => internal_id))])
    .execute();
  const made = rows.flatMap(({ internal_id, size }) => [
    variantKey(internal_id, size, "jpeg"),
    variantKey(internal_id, size, "avif"),
  ]);
  return new Set([...made, ...puts.flatMap((put) => readKeys(put.keys))]);
}

async function areDeletesHeld({ db, now }: IntentDeps): Promise<boolean> {
  const hold = await db
    .selectFrom("setting")
    .select("value")
    .where("key", "=", HOLD_DELETES_SETTING)
    .executeTakeFirst();
  return hold !== undefined && hold.value > now().toISOString();
}

/**
 * Undoes the puts that were begun before this time, or all, and finishes all deletes. Costs what is open, not what is
 * stored.
 */
export async function recoverIntents(deps: IntentDeps, putsBefore?: Date): Promise<void> {
  const puts = deps.db.selectFrom("storage_intent").select("id").where("kind", "=", "put");
  const abandoned = await (putsBefore ? puts.where("created_at", "<", putsBefore.toISOString()) : puts).execute();
  for (const { id } of abandoned) await turnIntoDelete(deps.db, id);

  let after = 0;
  for (;;) {
    const open = await deps.db
      .selectFrom("storage_intent")
      .select("id")
      .where("kind", "=", "delete")
      .where("id", ">", after)
      .orderBy("id")
      .limit(INTENTS_PER_SWEEP)
      .execute();
    const last = open.at(-1);
    if (!last) return;
    after = last.id;
    await finishDeletes(
      deps,
      open.map(({ id }) => id),
    );
  }
}

/**
 * From here on the put cannot be committed any more. A variant may have been written over one that stood before: its
 * row goes too, and the picture is made again when it is next wanted.
 */
async function turnIntoDelete(db: Db, id: number): Promise<void> {
  await transaction(db, async (trx) => {
    const intent = await trx
      .updateTable("storage_intent")
      .set({ kind: "delete" })
      .where("id", "=", id)
      .where("kind", "=", "put")
      .returning("keys")
      .executeTakeFirst();
    for (const key of intent ? readKeys(intent.keys) : []) {
      const variant = readVariantKey(key);
      if (!variant) continue;
      await trx
        .deleteFrom("variant")
        .where("size", "=", variant.size)
        .where("photo_id", "in", (eb) =>
          eb.selectFrom("photo").select("photo.id").where("internal_id", "=", variant.internal_id),
        )
        .execute();
    }
  });
}

// Written by us as a JSON list of strings.
const readKeys = (keys: string) => JSON.parse(keys) as string[];
