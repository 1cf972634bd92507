import { type AnyDb, run } from "../migration.ts";

/** The file that a photo had before its last replacement, and until when it is kept. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table photo add column former_file text",
    "alter table photo add column former_file_until text",
    "create index photo_former_file on photo (former_file_until) where former_file_until is not null",
  ]);
