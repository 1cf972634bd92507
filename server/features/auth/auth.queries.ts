import type { Insertable } from "kysely";
import type { Db, Schema, UserRow } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";

/** Undefined before the first start. */
export function findAdmin(db: Db) {
  return db.selectFrom("user").selectAll().where("is_admin", "=", 1).executeTakeFirst();
}

export function insertAdmin(db: Db, email: string, now: string) {
  return db
    .insertInto("user")
    .values({ name: "", email, password_hash: null, is_admin: 1, role: "admin", created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The database allows only one. */
export function updateAdmin(db: Db, change: { name?: string; email?: string; password_hash?: string }) {
  return db.updateTable("user").set(change).where("is_admin", "=", 1).execute();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirst();
}

export function findUserById(db: Db, id: number) {
  return db.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Undefined when someone else was first: of many simultaneous attempts, the database lets one through. */
export function claimAdmin(db: Db, claim: { name: string; password_hash: string }) {
  return db
    .updateTable("user")
    .set(claim)
    .where("is_admin", "=", 1)
    .where("password_hash", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export function insertToken(db: Db, row: Insertable<Schema["token"]>) {
  return db.insertInto("token").values(row).execute();
}

/** The token's user. Undefined when it is unknown or has expired. */
export async function findTokenUser(db: Db, hash: string, limits: TokenLimits): Promise<TokenUser | undefined> {
  return (await tokenUsers(db, hash, limits.usedAfter, limits.createdAfter))[0];
}

const tokenUsers = statement((db, hash: string, usedAfter: string, createdAfter: string) =>
  db
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user_id")
    .selectAll("user")
    .select(["token.id as token_id", "token.last_used_at"])
    .where("token.hash", "=", hash)
    .where("token.last_used_at", ">", usedAfter)
    .where("token.created_at", ">", createdAfter),
);

/** A token must have been used and created after these times. */
export type TokenLimits = { usedAfter: string; createdAfter: string };
export type TokenUser = UserRow & { token_id: number; last_used_at: string };

export function touchToken(db: Db, id: number, use: { last_used_at: string; address: string }) {
  return db.updateTable("token").set(use).where("id", "=", id).execute();
}

export function setTokenPasskey(db: Db, id: number, passkey_id: number | null) {
  return db.updateTable("token").set({ passkey_id }).where("id", "=", id).execute();
}

/** The most recently used first. */
export function listTokens(db: Db, userId: number, limits: TokenLimits & { limit: number }) {
  return db
    .selectFrom("token")
    .leftJoin("passkey", "passkey.id", "token.passkey_id")
    .selectAll("token")
    .select("passkey.name as passkey")
    .where("token.user_id", "=", userId)
    .where("token.last_used_at", ">", limits.usedAfter)
    .where("token.created_at", ">", limits.createdAfter)
    .orderBy("token.last_used_at", "desc")
    .orderBy("token.id", "desc")
    .limit(limits.limit)
    .execute();
}

/** Undefined when the user has no such session. */
export function deleteTokenById(db: Db, userId: number, id: number) {
  return db.deleteFrom("token").where("id", "=", id).where("user_id", "=", userId).returning("id").executeTakeFirst();
}

export function deleteOtherTokens(db: Db, userId: number, id: number) {
  return db.deleteFrom("token").where("user_id", "=", userId).where("id", "<>", id).execute();
}

export function deleteTokens(db: Db) {
  return db.deleteFrom("token").execute();
}

export function deleteTokensBeyond(db: Db, { usedAfter, createdAfter }: TokenLimits) {
  return db
    .deleteFrom("token")
    .where((eb) => eb.or([eb("last_used_at", "<=", usedAfter), eb("created_at", "<=", createdAfter)]))
    .execute();
}

export function findDevice(db: Db, hash: string, userId: number) {
  return db
    .selectFrom("device")
    .select("hash")
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export function insertDevice(db: Db, hash: string, userId: number, now: string) {
  return db.insertInto("device").values({ hash, user_id: userId, created_at: now, last_used_at: now }).execute();
}

export function deleteDevice(db: Db, hash: string) {
  return db.deleteFrom("device").where("hash", "=", hash).execute();
}

export function deleteDevicesUnusedSince(db: Db, since: string) {
  return db.deleteFrom("device").where("last_used_at", "<=", since).execute();
}

export function deleteDevices(db: Db) {
  return db.deleteFrom("device").execute();
}
