import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Passkeys, and the challenges that were given out for them and not used yet. */
export const passkeys = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    const idType = dialect === "postgres" ? "serial" : "integer";
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement();
    const required = (column: ColumnDefinitionBuilder) => column.notNull();

    await db.schema
      .createTable("passkey")
      .addColumn("id", idType, id)
      .addColumn("user_id", "integer", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("credential_id", "text", (column) => column.notNull().unique())
      .addColumn("public_key", "text", required)
      // Up to 2³² − 1.
      .addColumn("counter", "bigint", required)
      .addColumn("transports", "text", required)
      .addColumn("name", "text", required)
      .addColumn("created_at", "text", required)
      .addColumn("last_used_at", "text")
      .execute();

    await db.schema
      .createTable("challenge")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("purpose", "text", required)
      .addColumn("expires_at", "text", required)
      .execute();
  },
});
