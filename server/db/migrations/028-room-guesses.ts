import { type AnyDb, run } from "../migration.ts";

/** Who guesses a room's password waits, longer each time, and the owner sees how often that happened. */
export const up = (db: AnyDb) =>
  run(db, [
    `create table room_guess (
      room_id integer not null references room (id) on delete cascade,
      network text not null,
      failed integer not null,
      last_on text not null,
      locked_until text not null,
      primary key (room_id, network)
    )`,
    "create index room_guess_age on room_guess (last_on)",
    "alter table room add column wrong_passwords integer not null default 0",
    "alter table room add column last_wrong_password_on text",
  ]);
