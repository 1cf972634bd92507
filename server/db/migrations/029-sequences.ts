import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Versions of an album's line, and how its page shows it. An album that nobody sequenced has no version. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    "alter table album add column layout text not null default 'strip'",
    `create table album_version (
      id ${newId(dialect)},
      album_id integer not null references album (id) on delete cascade,
      number integer not null,
      name text not null,
      current integer not null,
      revision integer not null,
      panels text not null,
      changed_on text not null
    )`,
    "create unique index album_version_number on album_version (album_id, number)",
    "create unique index album_version_current on album_version (album_id) where current = 1",
  ]);
