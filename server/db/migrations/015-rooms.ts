import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Viewing rooms, and the photos in them. */
export const rooms = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    const idType = dialect === "postgres" ? "serial" : "integer";
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement();
    const required = (column: ColumnDefinitionBuilder) => column.notNull();
    const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
    const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

    await db.schema
      .createTable("room")
      .addColumn("id", idType, id)
      .addColumn("title", "text", required)
      .addColumn("message", "text", required)
      .addColumn("album_id", "integer", (column) => column.references("album.id").onDelete("set null"))
      .addColumn("token_hash", "text", required)
      .addColumn("token_sealed", "text", required)
      .addColumn("password_hash", "text")
      .addColumn("epoch", "text", required)
      .addColumn("expires_on", "text")
      .addColumn("download", "text", required)
      .addColumn("selection", "integer", required)
      .addColumn("selection_limit", "integer")
      .addColumn("closed", "integer", zero)
      .addColumn("opened_count", "integer", zero)
      .addColumn("last_opened_on", "text")
      .addColumn("sent_on", "text")
      .addColumn("sent_name", "text", empty)
      .addColumn("sent_email", "text", empty)
      .addColumn("sent_message", "text", empty)
      .addColumn("seen", "integer", zero)
      .addColumn("created_at", "text", required)
      .execute();
    await db.schema.createIndex("room_token").unique().on("room").column("token_hash").execute();
    await db.schema.createIndex("room_album").on("room").column("album_id").execute();

    await db.schema
      .createTable("room_photo")
      .addColumn("id", idType, id)
      .addColumn("room_id", "integer", (column) => column.notNull().references("room.id").onDelete("cascade"))
      .addColumn("photo_id", "integer", (column) => column.notNull().references("photo.id").onDelete("cascade"))
      .addColumn("position", "integer", required)
      .addColumn("picked", "integer", zero)
      .addColumn("comment", "text", empty)
      .execute();
    await db.schema.createIndex("room_photo_once").unique().on("room_photo").columns(["room_id", "photo_id"]).execute();
    await db.schema.createIndex("room_photo_order").on("room_photo").columns(["room_id", "position"]).execute();
    await db.schema.createIndex("room_photo_photo").on("room_photo").column("photo_id").execute();
  },
});
