import { type AnyDb, run } from "../migration.ts";

/** Lists and counts the photos that still need a description without reading all the others. */
export const up = (db: AnyDb) =>
  run(db, ["create index photo_without_alt on photo (id) where alt = '' and deleted_at is null"]);
