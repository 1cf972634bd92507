import type { Kysely } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Albums that visitors do not see yet, and the addresses that albums have had, which lead to their new ones. */
export const drafts = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .alterTable("album")
      .addColumn("status", "text", (column) => column.notNull().defaultTo("public"))
      .execute();
    await db.schema
      .createTable("former_address")
      .addColumn("id", dialect === "postgres" ? "serial" : "integer", (column) => column.primaryKey())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("slug", "text", (column) => column.notNull())
      .addColumn("album_id", "integer", (column) => column.notNull().references("album.id").onDelete("cascade"))
      .execute();
    const index = db.schema.createIndex("former_address_path").unique().on("former_address");
    await index.columns(["slug", "category"]).execute();
    await db.schema.createIndex("former_address_album").on("former_address").column("album_id").execute();
  },
});
