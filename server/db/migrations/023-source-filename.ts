import { type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The name of a photo's first file. Of replaced files only the last one is still known. */
export const sourceFilename = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .alterTable("photo")
      .addColumn("source_filename", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    const former = sql.raw(dialect === "postgres" ? "former_file::json" : "former_file");
    await sql`update photo set source_filename = coalesce(${former} ->> 'filename', filename)`.execute(db);
    await sql`create index photo_source_filename on photo (source_filename, id)`.execute(db);
  },
});
