import type { Transaction } from "kysely";
import type { Db, Schema } from "../../db/schema.ts";

type Kind = "put" | "delete";

export function insertIntent(db: Db, kind: Kind, keys: readonly string[], now: Date) {
  return db
    .insertInto("storage_intent")
    .values({ kind, keys: JSON.stringify(keys), created_at: now.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Returns whether the intent existed. */
export async function deleteIntent(db: Db, kind: Kind, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("storage_intent")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The keys of a delete. Undefined when it is already finished. */
export async function findKeysToDelete(db: Db, id: number): Promise<string[] | undefined> {
  const intent = await db
    .selectFrom("storage_intent")
    .select("keys")
    .where("id", "=", id)
    .where("kind", "=", "delete")
    .executeTakeFirst();
  return intent && readKeys(intent.keys);
}

/** The keys of every put that is still open. */
export async function findKeysOfPuts(db: Db): Promise<string[]> {
  const puts = await db.selectFrom("storage_intent").select("keys").where("kind", "=", "put").execute();
  return puts.flatMap(({ keys }) => readKeys(keys));
}

/** All open puts, or those begun before this time. */
export async function findPuts(db: Db, before?: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("storage_intent")
    .select("id")
    .where("kind", "=", "put")
    .$if(before !== undefined, (query) => query.where("created_at", "<", before?.toISOString() ?? ""))
    .execute();
  return rows.map(({ id }) => id);
}

/** A batch of unfinished deletes, by id. */
export async function findDeletesAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("storage_intent")
    .select("id")
    .where("kind", "=", "delete")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many are open, or were begun before this time. */
export async function countIntents(db: Db, kind: Kind, before?: Date): Promise<number> {
  const { count } = await db
    .selectFrom("storage_intent")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .$if(before !== undefined, (query) => query.where("created_at", "<", before?.toISOString() ?? ""))
    .executeTakeFirstOrThrow();
  return count;
}

/** The put's keys. Undefined when it has ended in the meantime. */
export async function turnPutIntoDelete(trx: Transaction<Schema>, id: number): Promise<string[] | undefined> {
  const intent = await trx
    .updateTable("storage_intent")
    .set({ kind: "delete" })
    .where("id", "=", id)
    .where("kind", "=", "put")
    .returning("keys")
    .executeTakeFirst();
  return intent && readKeys(intent.keys);
}

/** The sizes that the database lists for these photos. */
export function findVariantsOf(db: Db, internalIds: readonly string[]) {
  return db
    .selectFrom("variant")
    .innerJoin("photo", "photo.id", "variant.photo_id")
    .select(["photo.internal_id", "variant.size"])
    .where("photo.internal_id", "in", internalIds)
    .execute();
}

export function deleteVariant(trx: Transaction<Schema>, internalId: string, size: Schema["variant"]["size"]) {
  return trx
    .deleteFrom("variant")
    .where("size", "=", size)
    .where("photo_id", "in", (eb) => eb.selectFrom("photo").select("photo.id").where("internal_id", "=", internalId))
    .execute();
}

// Only `insertIntent` writes it, as a JSON list of strings.
const readKeys = (keys: string) => JSON.parse(keys) as string[];
