import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Full-size pictures made for visitors fall under the disk budget, those made before it too (decision 022). */
export const pictureSpace = {
  async up(db: AnyDb): Promise<void> {
    await db
      .updateTable("variant")
      .set({ on_demand_at: "2000-01-01T00:00:00.000Z" })
      .where("size", "=", "original")
      .execute();
    // The sum of all uploaded files is read from it, without reading the rows.
    await db.schema.createIndex("photo_filesize").on("photo").column("filesize").execute();
  },
};
