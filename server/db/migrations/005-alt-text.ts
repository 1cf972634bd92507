import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** A description of the photo for people who cannot see it. */
export const altText = {
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .alterTable("photo")
      .addColumn("alt", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
