import type { Kysely } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** The categories of the specification, which every library had until now. */
const FIRST = [
  { key: "urban", name: "Urban" },
  { key: "portraits", name: "Portraits" },
  { key: "travel", name: "Travel" },
];

/** The owner's categories, and the keys they have had, whose pages lead to the new ones. */
export const categories = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    const idType = dialect === "postgres" ? "serial" : "integer";
    await db.schema
      .createTable("category")
      .addColumn("id", idType, (column) => column.primaryKey())
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("hidden", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable("former_key")
      .addColumn("id", idType, (column) => column.primaryKey())
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("category_id", "integer", (column) => column.notNull().references("category.id").onDelete("cascade"))
      .execute();
    await db
      .insertInto("category")
      .values(FIRST.map((category, position) => ({ ...category, position })))
      .execute();
    // A category's photos are counted with those in the trash.
    await db.schema.createIndex("photo_category").on("photo").column("category").execute();
  },
});
