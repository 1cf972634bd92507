import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Frozen once released: later changes are later migrations. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table "user" (
      id ${newId(dialect)},
      name text not null,
      email text not null,
      password_hash text,
      is_admin integer not null,
      role text not null,
      created_at text not null
    )`,
    'create unique index user_email on "user" (email)',
    `create table token (
      hash text primary key,
      user_id integer not null references "user" (id) on delete cascade,
      created_at text not null,
      last_used_at text not null
    )`,
    "create index token_user on token (user_id)",
    `create table album (
      id ${newId(dialect)},
      slug text not null,
      title text not null,
      description text not null,
      category text not null,
      position integer not null,
      featured_position integer,
      cover_photo_id integer,
      created_at text not null
    )`,
    "create unique index album_slug on album (slug)",
    "create index album_order on album (category, position)",
    `create table photo (
      id ${newId(dialect)},
      internal_id text not null,
      filename text not null,
      original_key text not null,
      mime_type text not null,
      sha256 text not null,
      title text not null,
      caption text not null,
      category text not null,
      album_id integer references album (id),
      album_position integer,
      license text not null,
      visibility integer not null,
      deleted_at text,
      trashed_from text,
      tags text not null,
      width integer not null,
      height integer not null,
      filesize integer not null,
      uploaded_on text not null,
      captured_on text,
      file_modified_on text,
      placeholder text not null,
      exif text not null,
      copyright text,
      favorite_position integer,
      featured_position integer,
      quick_position integer,
      image_version integer not null default 1,
      variant_attempts integer not null default 0,
      variant_error text,
      search_text text not null,
      title_key text not null,
      captured_key text not null
    )`,
    "create unique index photo_internal_id on photo (internal_id)",
    "create index photo_sha256 on photo (sha256)",
    // Partial indexes: PostgreSQL does not read an order off an index whose leading column is only tested for null.
    "create index photo_album on photo (album_id, album_position) where album_id is not null",
    "create index photo_album_public on photo (album_id, album_position) where visibility = 0 and album_id is not null",
    "create index photo_album_private on photo (album_id) where visibility = 1",
    "create index photo_unassigned on photo (id) where album_id is null and deleted_at is null",
    "create index photo_live on photo (id) where deleted_at is null",
    "create index photo_live_category on photo (category, id) where deleted_at is null",
    "create index photo_live_captured on photo (captured_key, id) where deleted_at is null",
    "create index photo_live_title on photo (title_key, id) where deleted_at is null",
    "create index photo_trash on photo (id) where deleted_at is not null",
    "create index photo_favorites on photo (favorite_position) where favorite_position is not null",
    "create index photo_featured on photo (featured_position) where featured_position is not null",
    "create index photo_quick on photo (quick_position) where quick_position is not null",
    "create index photo_variant_error on photo (id) where variant_error is not null",
    `create table variant (
      photo_id integer not null references photo (id) on delete cascade,
      size text not null,
      width integer not null,
      height integer not null,
      jpeg_bytes integer not null,
      avif_bytes integer,
      constraint variant_key primary key (photo_id, size)
    )`,
    "create index variant_size on variant (size, photo_id)",
    `create table storage_intent (
      id ${newId(dialect)},
      kind text not null,
      keys text not null,
      created_at text not null
    )`,
    `create table batch_run (
      id ${newId(dialect)},
      state text not null,
      options text not null,
      total integer not null,
      started_at text not null,
      finished_at text
    )`,
    // One run at a time, whoever asks: the database says no to the second.
    "create unique index batch_run_one on batch_run (state) where state = 'running'",
    `create table batch_item (
      run_id integer not null references batch_run (id) on delete cascade,
      photo_id integer not null,
      state text not null,
      attempts integer not null default 0,
      constraint batch_item_key primary key (run_id, photo_id)
    )`,
    "create index batch_item_state on batch_item (run_id, state, photo_id)",
    `create table job (id ${newId(dialect)}, payload text not null)`,
    "create table rate_limit (key text primary key, window_start bigint not null, count integer not null)",
    `create table audit_log (
      id ${newId(dialect)},
      at text not null,
      action text not null,
      actor text,
      address text,
      detail text not null
    )`,
    "create table setting (key text primary key, value text not null)",
  ]);
