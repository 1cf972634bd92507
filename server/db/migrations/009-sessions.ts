import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** The owner sees where they are signed in: tokens have an id, an address and a browser. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    // SQLite cannot add an id to an existing table.
    `create table token_with_id (
      id ${newId(dialect)},
      hash text not null unique,
      user_id integer not null references "user" (id) on delete cascade,
      created_at text not null,
      last_used_at text not null,
      address text not null default '',
      agent text not null default ''
    )`,
    `insert into token_with_id (hash, user_id, created_at, last_used_at)
      select hash, user_id, created_at, last_used_at from token order by created_at`,
    "drop table token",
    "alter table token_with_id rename to token",
    "create index token_user on token (user_id)",
  ]);
