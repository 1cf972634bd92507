import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The file that a photo had before its last replacement, and until when it is kept. */
export const formerFile = {
  async up(db: AnyDb): Promise<void> {
    await db.schema.alterTable("photo").addColumn("former_file", "text").execute();
    await db.schema.alterTable("photo").addColumn("former_file_until", "text").execute();
    await db.schema
      .createIndex("photo_former_file")
      .on("photo")
      .column("former_file_until")
      .where(sql.ref("former_file_until"), "is not", null)
      .execute();
  },
};
