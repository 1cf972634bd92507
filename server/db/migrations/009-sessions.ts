import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The owner sees where they are signed in: tokens have an id, an address and a browser. */
export const sessions = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    const idType = dialect === "postgres" ? "serial" : "integer";
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement();
    const required = (column: ColumnDefinitionBuilder) => column.notNull();

    // SQLite cannot add an id to an existing table.
    await db.schema
      .createTable("token_with_id")
      .addColumn("id", idType, id)
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("user_id", "integer", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("created_at", "text", required)
      .addColumn("last_used_at", "text", required)
      .addColumn("address", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("agent", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`
      insert into token_with_id (hash, user_id, created_at, last_used_at)
      select hash, user_id, created_at, last_used_at from token order by created_at
    `.execute(db);
    await db.schema.dropTable("token").execute();
    await db.schema.alterTable("token_with_id").renameTo("token").execute();
    await db.schema.createIndex("token_user").on("token").column("user_id").execute();
  },
});
