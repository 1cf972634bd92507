import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Viewing rooms, and the photos in them. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table room (
      id ${newId(dialect)},
      title text not null,
      message text not null,
      album_id integer references album (id) on delete set null,
      token_hash text not null,
      token_sealed text not null,
      password_hash text,
      epoch text not null,
      expires_on text,
      download text not null,
      selection integer not null,
      selection_limit integer,
      closed integer not null default 0,
      opened_count integer not null default 0,
      last_opened_on text,
      sent_on text,
      sent_name text not null default '',
      sent_email text not null default '',
      sent_message text not null default '',
      seen integer not null default 0,
      created_at text not null
    )`,
    "create unique index room_token on room (token_hash)",
    "create index room_album on room (album_id)",
    `create table room_photo (
      id ${newId(dialect)},
      room_id integer not null references room (id) on delete cascade,
      photo_id integer not null references photo (id) on delete cascade,
      position integer not null,
      picked integer not null default 0,
      comment text not null default ''
    )`,
    "create unique index room_photo_once on room_photo (room_id, photo_id)",
    "create index room_photo_order on room_photo (room_id, position)",
    "create index room_photo_photo on room_photo (photo_id)",
  ]);
