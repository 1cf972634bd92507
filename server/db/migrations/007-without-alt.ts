import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Lists and counts the photos that still need a description without reading all the others. */
export const withoutAlt = {
  async up(db: AnyDb): Promise<void> {
    await sql`create index photo_without_alt on photo (id) where alt = '' and deleted_at is null`.execute(db);
  },
};
