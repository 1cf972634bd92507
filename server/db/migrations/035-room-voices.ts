import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Voices, rounds, proofs and deliveries of rooms. What was chosen so far becomes the marks of one voice in the first round. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    "alter table room add column voices text not null default 'shared'",
    "alter table room add column has_labels integer not null default 0",
    "alter table room add column max_px integer",
    "alter table room add column watermark text",
    "alter table room add column welcome text not null default ''",
    "alter table room add column cover_photo_id integer references photo (id) on delete set null",
    "alter table room add column round integer not null default 1",
    `create table room_voice (
      id ${newId(dialect)},
      room_id integer not null references room (id) on delete cascade,
      name text not null,
      email text not null,
      key_hash text,
      key_sealed text,
      created_at text not null,
      mail_at text,
      mail_attempts integer not null default 0,
      mailed_on text
    )`,
    "create index room_voice_room on room_voice (room_id)",
    "create unique index room_voice_key on room_voice (key_hash)",
    "create index room_voice_mail_due on room_voice (mail_at) where mail_at is not null",
    `create table room_selection (
      id ${newId(dialect)},
      room_id integer not null references room (id) on delete cascade,
      voice_id integer not null references room_voice (id) on delete cascade,
      round integer not null,
      name text not null default '',
      email text not null default '',
      message text not null default '',
      sent_on text,
      seen integer not null default 0,
      mail_at text,
      mail_attempts integer not null default 0,
      mailed_on text
    )`,
    "create unique index room_selection_once on room_selection (voice_id, round)",
    "create index room_selection_room on room_selection (room_id, round)",
    "create index room_selection_mail_due on room_selection (mail_at) where mail_at is not null",
    `create table room_mark (
      id ${newId(dialect)},
      selection_id integer not null references room_selection (id) on delete cascade,
      photo_id integer not null references photo (id) on delete cascade,
      picked integer not null default 0,
      comment text not null default '',
      label text,
      rating integer not null default 0,
      verdict text
    )`,
    "create unique index room_mark_once on room_mark (selection_id, photo_id)",
    "create index room_mark_photo on room_mark (photo_id)",
    `create table room_pin (
      id ${newId(dialect)},
      selection_id integer not null references room_selection (id) on delete cascade,
      photo_id integer not null references photo (id) on delete cascade,
      x double precision not null,
      y double precision not null,
      text text not null
    )`,
    "create index room_pin_of on room_pin (selection_id, photo_id)",
    "create index room_pin_photo on room_pin (photo_id)",
    `create table room_round (
      id ${newId(dialect)},
      room_id integer not null references room (id) on delete cascade,
      number integer not null,
      message text not null,
      started_on text not null
    )`,
    "create unique index room_round_once on room_round (room_id, number)",
    `create table room_download (
      id ${newId(dialect)},
      room_id integer not null references room (id) on delete cascade,
      name text not null,
      size text not null,
      photo_count integer not null,
      started_on text not null,
      finished_on text
    )`,
    "create index room_download_room on room_download (room_id)",
    // Rows outlive their room or photo until their files are deleted.
    `create table room_picture (
      id ${newId(dialect)},
      room_id integer references room (id) on delete set null,
      photo_id integer references photo (id) on delete set null,
      name text not null,
      version text not null,
      key text not null,
      bytes integer not null,
      requested_on text not null
    )`,
    "create unique index room_picture_once on room_picture (room_id, photo_id, name)",
    "create index room_picture_photo on room_picture (photo_id)",
    "create index room_picture_requested on room_picture (requested_on)",
    "create unique index room_picture_key on room_picture (key)",
    "insert into room_voice (room_id, name, email, created_at) select id, '', '', created_at from room",
    `insert into room_selection
      (room_id, voice_id, round, name, email, message, sent_on, seen, mail_at, mail_attempts, mailed_on)
      select room.id, room_voice.id, 1, sent_name, sent_email, sent_message, sent_on, seen,
        room.mail_at, room.mail_attempts, room.mailed_on
      from room join room_voice on room_voice.room_id = room.id
      where sent_on is not null
        or exists (
          select 1 from room_photo where room_photo.room_id = room.id and (picked = 1 or comment <> '')
        )`,
    `insert into room_mark (selection_id, photo_id, picked, comment)
      select room_selection.id, room_photo.photo_id, room_photo.picked, room_photo.comment
      from room_photo join room_selection on room_selection.room_id = room_photo.room_id
      where picked = 1 or comment <> ''`,
    "drop index room_mail_due",
    ...["sent_on", "sent_name", "sent_email", "sent_message", "seen", "mail_at", "mail_attempts", "mailed_on"].map(
      (column) => `alter table room drop column ${column}`,
    ),
    "alter table room_photo drop column picked",
    "alter table room_photo drop column comment",
    "alter table room_photo add column round integer not null default 1",
    "alter table room_photo add column sha256 text not null default ''",
    "update room_photo set sha256 = (select sha256 from photo where photo.id = room_photo.photo_id)",
    "drop index room_photo_once",
    "drop index room_photo_order",
    "create unique index room_photo_once on room_photo (room_id, round, photo_id)",
    "create index room_photo_order on room_photo (room_id, round, position)",
  ]);
