import { type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Messages of visitors, and which of them still have to be mailed. */
export const messages = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .createTable("message")
      .addColumn("id", dialect === "postgres" ? "serial" : "integer", (column) =>
        dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("form", "text", (column) => column.notNull().unique())
      .addColumn("received_on", "text", (column) => column.notNull())
      .addColumn("read", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("mail_at", "text")
      .addColumn("mail_attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("mailed_on", "text")
      .addColumn("deleted_on", "text")
      .execute();
    await sql`create index message_shown on message (id) where deleted_on is null`.execute(db);
    await sql`create index message_unread on message (id) where read = 0 and deleted_on is null`.execute(db);
    await sql`create index message_due on message (mail_at) where mail_at is not null`.execute(db);
  },
});
