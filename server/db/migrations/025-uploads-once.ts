import { type AnyDb, run } from "../migration.ts";

/** The same file that is sent twice at once is one photo, and copies in the library can be found. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table upload add column sha256 text",
    "alter table upload add column after_photo integer not null default 0",
    "update upload set after_photo = (select coalesce(max(id), 0) from photo)",
    "create index upload_unfinished on upload (album, state) where state in ('receiving', 'processing')",
    "create index photo_file on photo (sha256, id) where deleted_at is null",
  ]);
