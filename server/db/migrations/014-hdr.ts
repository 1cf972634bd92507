import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Which files have a gain map, and the pictures that keep it. Photos from before count as without one. */
export const hdr = {
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .alterTable("photo")
      .addColumn("hdr", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("variant").addColumn("hdr_bytes", "integer").execute();
  },
};
