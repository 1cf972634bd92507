import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** Frozen once released: later changes are later migrations. */
export const library = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    const idType = dialect === "postgres" ? "serial" : "integer";
    const id = (column: ColumnDefinitionBuilder) =>
      dialect === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement();
    const required = (column: ColumnDefinitionBuilder) => column.notNull();

    await db.schema
      .createTable("user")
      .addColumn("id", idType, id)
      .addColumn("name", "text", required)
      .addColumn("email", "text", required)
      .addColumn("password_hash", "text")
      .addColumn("is_admin", "integer", required)
      .addColumn("role", "text", required)
      .addColumn("created_at", "text", required)
      .execute();
    await db.schema.createIndex("user_email").unique().on("user").column("email").execute();

    await db.schema
      .createTable("token")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", "integer", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("created_at", "text", required)
      .addColumn("last_used_at", "text", required)
      .execute();
    await db.schema.createIndex("token_user").on("token").column("user_id").execute();

    await db.schema
      .createTable("album")
      .addColumn("id", idType, id)
      .addColumn("slug", "text", required)
      .addColumn("title", "text", required)
      .addColumn("description", "text", required)
      .addColumn("category", "text", required)
      .addColumn("position", "integer", required)
      .addColumn("featured_position", "integer")
      .addColumn("cover_photo_id", "integer")
      .addColumn("created_at", "text", required)
      .execute();
    await db.schema.createIndex("album_slug").unique().on("album").column("slug").execute();
    await db.schema.createIndex("album_order").on("album").columns(["category", "position"]).execute();

    await db.schema
      .createTable("photo")
      .addColumn("id", idType, id)
      .addColumn("internal_id", "text", required)
      .addColumn("filename", "text", required)
      .addColumn("original_key", "text", required)
      .addColumn("mime_type", "text", required)
      .addColumn("sha256", "text", required)
      .addColumn("title", "text", required)
      .addColumn("caption", "text", required)
      .addColumn("category", "text", required)
      .addColumn("album_id", "integer", (column) => column.references("album.id"))
      .addColumn("album_position", "integer")
      .addColumn("license", "text", required)
      .addColumn("visibility", "integer", required)
      .addColumn("deleted_at", "text")
      .addColumn("trashed_from", "text")
      .addColumn("tags", "text", required)
      .addColumn("width", "integer", required)
      .addColumn("height", "integer", required)
      .addColumn("filesize", "integer", required)
      .addColumn("uploaded_on", "text", required)
      .addColumn("captured_on", "text")
      .addColumn("file_modified_on", "text")
      .addColumn("placeholder", "text", required)
      .addColumn("exif", "text", required)
      .addColumn("copyright", "text")
      .addColumn("favorite_position", "integer")
      .addColumn("featured_position", "integer")
      .addColumn("quick_position", "integer")
      .addColumn("image_version", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("variant_attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("variant_error", "text")
      .addColumn("search_text", "text", required)
      .addColumn("title_key", "text", required)
      .addColumn("captured_key", "text", required)
      .execute();
    await db.schema.createIndex("photo_internal_id").unique().on("photo").column("internal_id").execute();
    await db.schema.createIndex("photo_sha256").on("photo").column("sha256").execute();
    // Partial indexes: PostgreSQL does not read an order off an index whose leading column is only tested for null.
    const partialIndex = (name: string, columns: string, where: string) =>
      sql`create index ${sql.ref(name)} on photo (${sql.raw(columns)}) where ${sql.raw(where)}`.execute(db);
    await partialIndex("photo_album", "album_id, album_position", "album_id is not null");
    await partialIndex("photo_album_public", "album_id, album_position", "visibility = 0 and album_id is not null");
    await partialIndex("photo_album_private", "album_id", "visibility = 1");
    await partialIndex("photo_unassigned", "id", "album_id is null and deleted_at is null");
    await partialIndex("photo_live", "id", "deleted_at is null");
    await partialIndex("photo_live_category", "category, id", "deleted_at is null");
    await partialIndex("photo_live_captured", "captured_key, id", "deleted_at is null");
    await partialIndex("photo_live_title", "title_key, id", "deleted_at is null");
    await partialIndex("photo_trash", "id", "deleted_at is not null");
    await partialIndex("photo_favorites", "favorite_position", "favorite_position is not null");
    await partialIndex("photo_featured", "featured_position", "featured_position is not null");
    await partialIndex("photo_quick", "quick_position", "quick_position is not null");
    await partialIndex("photo_variant_error", "id", "variant_error is not null");

    await db.schema
      .createTable("variant")
      .addColumn("photo_id", "integer", (column) => column.notNull().references("photo.id").onDelete("cascade"))
      .addColumn("size", "text", required)
      .addColumn("width", "integer", required)
      .addColumn("height", "integer", required)
      .addColumn("jpeg_bytes", "integer", required)
      .addColumn("avif_bytes", "integer")
      .addPrimaryKeyConstraint("variant_key", ["photo_id", "size"])
      .execute();
    await db.schema.createIndex("variant_size").on("variant").columns(["size", "photo_id"]).execute();

    await db.schema
      .createTable("storage_intent")
      .addColumn("id", idType, id)
      .addColumn("kind", "text", required)
      .addColumn("keys", "text", required)
      .addColumn("created_at", "text", required)
      .execute();

    await db.schema
      .createTable("batch_run")
      .addColumn("id", idType, id)
      .addColumn("state", "text", required)
      .addColumn("options", "text", required)
      .addColumn("total", "integer", required)
      .addColumn("started_at", "text", required)
      .addColumn("finished_at", "text")
      .execute();
    // One run at a time, whoever asks: the database says no to the second.
    await sql`create unique index batch_run_one on batch_run (state) where state = 'running'`.execute(db);
    await db.schema
      .createTable("batch_item")
      .addColumn("run_id", "integer", (column) => column.notNull().references("batch_run.id").onDelete("cascade"))
      .addColumn("photo_id", "integer", required)
      .addColumn("state", "text", required)
      .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("batch_item_key", ["run_id", "photo_id"])
      .execute();
    await db.schema.createIndex("batch_item_state").on("batch_item").columns(["run_id", "state", "photo_id"]).execute();

    await db.schema.createTable("job").addColumn("id", idType, id).addColumn("payload", "text", required).execute();

    await db.schema
      .createTable("rate_limit")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("window_start", "bigint", required)
      .addColumn("count", "integer", required)
      .execute();

    await db.schema
      .createTable("audit_log")
      .addColumn("id", idType, id)
      .addColumn("at", "text", required)
      .addColumn("action", "text", required)
      .addColumn("actor", "text")
      .addColumn("address", "text")
      .addColumn("detail", "text", required)
      .execute();

    await db.schema
      .createTable("setting")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("value", "text", required)
      .execute();
  },
});
