import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/** Albums that visitors do not see yet, and the addresses that albums have had, which lead to their new ones. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    "alter table album add column status text not null default 'public'",
    `create table former_address (
      id ${dialect === "postgres" ? "serial" : "integer"} primary key,
      category text not null,
      slug text not null,
      album_id integer not null references album (id) on delete cascade
    )`,
    "create unique index former_address_path on former_address (slug, category)",
    "create index former_address_album on former_address (album_id)",
  ]);
