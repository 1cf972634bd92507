import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Uploads that continue after an interruption. */
export const resumableUploads = {
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .createTable("upload")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("filename", "text", (column) => column.notNull())
      .addColumn("album", "text", (column) => column.notNull())
      .addColumn("file_modified_on", "text")
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("length", "bigint", (column) => column.notNull())
      .addColumn("received", "bigint", (column) => column.notNull())
      .addColumn("parts", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      // Without references: deleting a photo must not wait for this row.
      .addColumn("photo_id", "integer")
      .addColumn("duplicate_of", "integer")
      .addColumn("error", "text")
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("upload_expires_at").on("upload").column("expires_at").execute();
  },
};
