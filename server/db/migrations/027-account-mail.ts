import { type AnyDb, run } from "../migration.ts";

/** When an event is mailed to the owner, which changes of the account are. Those from before this version are not. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table audit_log add column mail_at text",
    "alter table audit_log add column mail_attempts integer not null default 0",
    "alter table audit_log add column mailed_on text",
    "create index audit_log_mail_due on audit_log (mail_at) where mail_at is not null",
  ]);
