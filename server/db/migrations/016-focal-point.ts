import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The point of a photo that every crop keeps in view, as JSON; null: none was chosen. */
export const focalPoint = {
  async up(db: AnyDb): Promise<void> {
    await db.schema.alterTable("photo").addColumn("focal_point", "text").execute();
  },
};
