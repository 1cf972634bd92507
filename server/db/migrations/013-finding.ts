import { type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Photos can be found by camera, lens and capture date, and by what they still lack. */
export const finding = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    for (const column of ["camera", "lens"]) {
      await db.schema
        .alterTable("photo")
        .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
        .execute();
    }
    const exif = sql.raw(dialect === "postgres" ? "exif::json" : "exif");
    await sql`
      update photo set camera = coalesce(${exif} ->> 'camera', ''), lens = coalesce(${exif} ->> 'lens', '')
      where exif <> '{}'
    `.execute(db);
    // Their names are plain letters, so the database's own lower case is right.
    await sql`
      update photo set search_text = search_text || ${"\n"} || lower(camera) || ${"\n"} || lower(lens)
      where camera <> '' or lens <> ''
    `.execute(db);
    const partialIndex = (name: string, columns: string, where: string) =>
      sql`create index ${sql.ref(name)} on photo (${sql.raw(columns)})
        where deleted_at is null and ${sql.raw(where)}`.execute(db);
    await partialIndex("photo_camera", "camera, id", "camera <> ''");
    await partialIndex("photo_lens", "lens, id", "lens <> ''");
    await partialIndex("photo_captured_on", "captured_on, id", "captured_on is not null");
    await partialIndex("photo_untitled", "id", "title = ''");
    await partialIndex("photo_without_caption", "id", "caption = ''");
  },
});
