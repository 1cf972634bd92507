import type { Db, UserRow } from "../../platform/db/schema.ts";

/** Makes the one admin's row if it is not there; nodes that start at once make it once. */
export function ensureAdmin(db: Db, email: string, now: string) {
  return db
    .insertInto("user")
    .values({ name: "", email, password_hash: null, is_admin: 1, role: "admin", created_at: now })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
}

/** Undefined when no admin has a password yet. */
export function findClaimedAdmin(db: Db) {
  return db
    .selectFrom("user")
    .selectAll()
    .where("is_admin", "=", 1)
    .where("password_hash", "is not", null)
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Undefined when somebody was first: of many at once, the database lets one through. */
export function claimAdmin(db: Db, claim: { email: string; name: string; password_hash: string }) {
  return db
    .updateTable("user")
    .set({ name: claim.name, password_hash: claim.password_hash })
    .where("email", "=", claim.email)
    .where("password_hash", "is", null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("user as other").select("other.id").where("other.password_hash", "is not", null))),
    )
    .returningAll()
    .executeTakeFirst();
}

export function setPassword(db: Db, userId: number, passwordHash: string) {
  return db.updateTable("user").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}

export function insertToken(db: Db, hash: string, userId: number, now: string) {
  return db.insertInto("token").values({ hash, user_id: userId, created_at: now, last_used_at: now }).execute();
}

/** The living token's user; undefined when it is unknown or was not used for too long. */
export async function findTokenUser(db: Db, hash: string, notUsedSince: string): Promise<TokenUser | undefined> {
  return db
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user_id")
    .selectAll("user")
    .select("token.last_used_at")
    .where("token.hash", "=", hash)
    .where("token.last_used_at", ">", notUsedSince)
    .executeTakeFirst();
}

export type TokenUser = UserRow & { last_used_at: string };

export function touchToken(db: Db, hash: string, now: string) {
  return db.updateTable("token").set({ last_used_at: now }).where("hash", "=", hash).execute();
}

export function deleteToken(db: Db, hash: string) {
  return db.deleteFrom("token").where("hash", "=", hash).execute();
}

export function deleteTokensOf(db: Db, userId: number) {
  return db.deleteFrom("token").where("user_id", "=", userId).execute();
}

export function deleteTokensUnusedSince(db: Db, since: string) {
  return db.deleteFrom("token").where("last_used_at", "<=", since).execute();
}
