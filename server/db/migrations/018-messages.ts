import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** Messages of visitors, and which of them still have to be mailed. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table message (
      id ${newId(dialect)},
      name text not null,
      email text not null,
      message text not null,
      form text not null unique,
      received_on text not null,
      read integer not null default 0,
      mail_at text,
      mail_attempts integer not null default 0,
      mailed_on text,
      deleted_on text
    )`,
    "create index message_shown on message (id) where deleted_on is null",
    "create index message_unread on message (id) where read = 0 and deleted_on is null",
    "create index message_due on message (mail_at) where mail_at is not null",
  ]);
