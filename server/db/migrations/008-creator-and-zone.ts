import { type AnyDb, run } from "../migration.ts";

/** Who took a photo, and in which time zone. Null for photos from before, whose files are not read again. */
export const up = (db: AnyDb) =>
  run(db, ["alter table photo add column creator text", "alter table photo add column captured_zone text"]);
