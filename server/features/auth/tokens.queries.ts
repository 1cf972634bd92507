import type { Insertable } from "kysely";
import type { Db, Schema } from "../../db/schema.ts";

export function listTokens(db: Db, userId: number) {
  return db.selectFrom("access_token").selectAll().where("user_id", "=", userId).orderBy("id").execute();
}

export function insertToken(db: Db, row: Insertable<Schema["access_token"]>) {
  return db.insertInto("access_token").values(row).returningAll().executeTakeFirstOrThrow();
}

/** The token with its user. Undefined when it is unknown or has expired. */
export function findTokenUser(db: Db, hash: string, now: string) {
  return db
    .selectFrom("access_token")
    .innerJoin("user", "user.id", "access_token.user_id")
    .selectAll("user")
    .select(["access_token.id as token_id", "access_token.scope", "access_token.last_used_at", "access_token.address"])
    .where("access_token.hash", "=", hash)
    .where((eb) => eb.or([eb("access_token.expires_at", "is", null), eb("access_token.expires_at", ">", now)]))
    .executeTakeFirst();
}

export function touchToken(db: Db, id: number, use: { last_used_at: string; address: string }) {
  return db.updateTable("access_token").set(use).where("id", "=", id).execute();
}

/** Undefined when the user has no such token. */
export function deleteToken(db: Db, userId: number, id: number) {
  return db
    .deleteFrom("access_token")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
}

/** Returns how many there were. */
export async function deleteTokens(db: Db): Promise<number> {
  return (await db.deleteFrom("access_token").returning("id").execute()).length;
}
