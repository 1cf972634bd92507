import { type AnyDb, run } from "../migration.ts";

/** A category's text and chosen cover, and albums that are published at a time. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table category add column description text not null default ''",
    "alter table category add column cover_photo_id integer",
    "alter table album add column publish_on text",
    "alter table album add column held integer not null default 0",
  ]);
