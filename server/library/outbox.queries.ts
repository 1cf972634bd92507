import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

/** Tables with the columns of db/mail-columns.ts. */
export type MailedTable = "message" | "room_selection" | "room_voice" | "audit_log";

export type DueRow = { id: number; mail_at: string | null; mail_attempts: number };

/** Whether this server may email it now: of several, only one moves the time of the next attempt. */
export async function claim(db: Db, table: MailedTable, row: DueRow, next: string | null): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set mail_at = ${next}, mail_attempts = mail_attempts + 1
    where id = ${row.id} and mail_at = ${row.mail_at} and mail_attempts = ${row.mail_attempts}
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Not one that was sent again in the meantime: that one is still to be mailed. */
export async function markMailed(db: Db, table: MailedTable, { id, mail_attempts }: DueRow, now: string) {
  await sql`
    update ${sql.table(table)} set mailed_on = ${now}, mail_at = null
    where id = ${id} and mail_attempts = ${mail_attempts + 1}
  `.execute(db);
}

export function findAdminEmail(db: Db) {
  return db.selectFrom("user").select("email").where("is_admin", "=", 1).executeTakeFirst();
}
