import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** When a selection that a client sent is mailed to the owner. Those sent before this version are not. */
export const selectionMail = {
  async up(db: AnyDb): Promise<void> {
    await db.schema.alterTable("room").addColumn("mail_at", "text").execute();
    await db.schema
      .alterTable("room")
      .addColumn("mail_attempts", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("room").addColumn("mailed_on", "text").execute();
    await sql`create index room_mail_due on room (mail_at) where mail_at is not null`.execute(db);
  },
};
