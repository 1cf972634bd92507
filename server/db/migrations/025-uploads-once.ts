import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The same file that is sent twice at once is one photo, and copies in the library can be found. */
export const uploadsOnce = {
  async up(db: AnyDb): Promise<void> {
    await db.schema.alterTable("upload").addColumn("sha256", "text").execute();
    await db.schema
      .alterTable("upload")
      .addColumn("after_photo", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update upload set after_photo = (select coalesce(max(id), 0) from photo)`.execute(db);
    await sql`create index upload_unfinished on upload (album, state)
      where state in ('receiving', 'processing')`.execute(db);
    await sql`create index photo_file on photo (sha256, id) where deleted_at is null`.execute(db);
  },
};
