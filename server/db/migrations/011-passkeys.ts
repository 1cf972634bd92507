import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Passkeys, and the challenges that were given out for them and not used yet. The counter is up to 2³² − 1. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table passkey (
      id ${newId(dialect)},
      user_id integer not null references "user" (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at text not null,
      last_used_at text
    )`,
    "create table challenge (hash text primary key, purpose text not null, expires_at text not null)",
  ]);
