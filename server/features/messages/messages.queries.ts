import { sql } from "kysely";
import type { MessageId } from "../../../contract/messages.ts";
import type { MessageRow, NewMessageRow } from "../../db/message-table.ts";
import type { Db } from "../../db/schema.ts";

/** Undefined when the form was used before. */
export function insertMessage(db: Db, row: NewMessageRow) {
  return db
    .insertInto("message")
    .values(row)
    .onConflict((conflict) => conflict.column("form").doNothing())
    .returning("id")
    .executeTakeFirst();
}

/** Written as text: anyone can ask, and building a statement takes longer than running this one. */
export async function isFormUsed(db: Db, form: string): Promise<boolean> {
  return (await sql`select 1 from message where form = ${form}`.execute(db)).rows.length > 0;
}

export function findMessages(db: Db, limit: number, below: number | undefined): Promise<MessageRow[]> {
  return db
    .selectFrom("message")
    .selectAll()
    .where("deleted_on", "is", null)
    .$if(below !== undefined, (query) => query.where("id", "<", below as MessageId))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countUnread(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("read", "=", 0)
    .where("deleted_on", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Undefined when there is no such message. A deleted one is found only to bring it back. */
export function changeMessage(db: Db, id: MessageId, change: { read?: 0 | 1 }, includesDeleted: boolean) {
  return db
    .updateTable("message")
    .set({ deleted_on: null, ...change })
    .where("id", "=", id)
    .$if(!includesDeleted, (query) => query.where("deleted_on", "is", null))
    .returningAll()
    .executeTakeFirst();
}

export function markDeleted(db: Db, id: MessageId, now: string) {
  return db
    .updateTable("message")
    .set({ deleted_on: now })
    .where("id", "=", id)
    .where("deleted_on", "is", null)
    .returning("id")
    .executeTakeFirst();
}

export async function deleteReceivedBefore(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("message").where("received_on", "<", before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteMarkedBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom("message").where("deleted_on", "<", before).execute();
}

export async function countMailedSince(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("mailed_on", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Messages whose time to be mailed has come, the oldest first. */
export function findDue(db: Db, now: string, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom("message")
    .selectAll()
    .where("mail_at", "<=", now)
    .where("deleted_on", "is", null)
    .orderBy("mail_at")
    .limit(limit)
    .execute();
}
