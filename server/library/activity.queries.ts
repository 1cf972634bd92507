import type { Insertable } from "kysely";
import type { ActivityRow, Db, Schema } from "../db/schema.ts";

export function insertActivity(db: Db, row: Insertable<Schema["audit_log"]>) {
  return db.insertInto("audit_log").values(row).execute();
}

type Page = { actions: readonly string[] | undefined; before: number | undefined; limit: number };

export function listActivity(db: Db, { actions, before, limit }: Page) {
  return db
    .selectFrom("audit_log")
    .select(["id", "at", "action", "actor", "address", "detail"])
    .$if(actions !== undefined, (query) => query.where("action", "in", actions ?? []))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function deleteActivityBefore(db: Db, at: string) {
  return db.deleteFrom("audit_log").where("at", "<", at).execute();
}

/** Keeps the newest rows of an action. */
export function deleteOldestActivity(db: Db, action: string, kept: number) {
  const newestToDelete = db
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .offset(kept);
  return db.deleteFrom("audit_log").where("action", "=", action).where("id", "<=", newestToDelete).execute();
}

/** Events whose time to be mailed has come, the oldest first. */
export function findDueActivity(db: Db, now: string, limit: number): Promise<ActivityRow[]> {
  return db.selectFrom("audit_log").selectAll().where("mail_at", "<=", now).orderBy("mail_at").limit(limit).execute();
}
