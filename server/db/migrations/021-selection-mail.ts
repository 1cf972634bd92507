import { type AnyDb, run } from "../migration.ts";

/** When a selection that a client sent is mailed to the owner. Those sent before this version are not. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table room add column mail_at text",
    "alter table room add column mail_attempts integer not null default 0",
    "alter table room add column mailed_on text",
    "create index room_mail_due on room (mail_at) where mail_at is not null",
  ]);
