import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Where a photo was in each list it has left, so that undo and restore can put it back there (decision 017). */
export const formerPlaces = {
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .alterTable("photo")
      .addColumn("former_places", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
