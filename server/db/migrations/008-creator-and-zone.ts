import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Who took a photo, and in which time zone. Null for photos from before, whose files are not read again. */
export const creatorAndZone = {
  async up(db: AnyDb): Promise<void> {
    await db.schema.alterTable("photo").addColumn("creator", "text").execute();
    await db.schema.alterTable("photo").addColumn("captured_zone", "text").execute();
  },
};
