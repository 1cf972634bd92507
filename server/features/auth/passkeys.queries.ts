import type { Insertable } from "kysely";
import type { Db, Schema } from "../../db/schema.ts";

export function listPasskeys(db: Db, userId: number) {
  return db.selectFrom("passkey").selectAll().where("user_id", "=", userId).orderBy("id").execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
}

/** Undefined when the credential is registered already. */
export function insertPasskey(db: Db, row: Insertable<Schema["passkey"]>) {
  return db
    .insertInto("passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined when another sign-in has used this count: one of the two is a copy. Some passkeys never count. */
export function recordPasskeyUse(db: Db, id: number, { counter, now }: { counter: number; now: string }) {
  return db
    .updateTable("passkey")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .where((eb) => (counter === 0 ? eb("counter", "=", 0) : eb("counter", "<", counter)))
    .returning("id")
    .executeTakeFirst();
}

/** Undefined when the user has no such passkey. */
export function deletePasskey(db: Db, userId: number, id: number) {
  return db
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
}

/** Returns how many there were. */
export async function deletePasskeys(db: Db): Promise<number> {
  return (await db.deleteFrom("passkey").returning("id").execute()).length;
}

export function insertChallenge(db: Db, row: Insertable<Schema["challenge"]>) {
  return db.insertInto("challenge").values(row).execute();
}

/** Undefined when it was never given out for this purpose, was used already or has expired. */
export function takeChallenge(db: Db, { hash, purpose, now }: { hash: string; purpose: string; now: string }) {
  return db
    .deleteFrom("challenge")
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning("hash")
    .executeTakeFirst();
}

export function deleteChallengesBefore(db: Db, now: string) {
  return db.deleteFrom("challenge").where("expires_at", "<=", now).execute();
}
