import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Tokens by which other programs work with the library. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table access_token (
      id ${newId(dialect)},
      hash text not null unique,
      user_id integer not null references "user" (id) on delete cascade,
      name text not null,
      scope text not null,
      created_at text not null,
      last_used_at text,
      address text not null default '',
      expires_at text
    )`,
  ]);
