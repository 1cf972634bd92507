import { type AnyDb, run } from "../migration.ts";

/** Full-size pictures made for visitors fall under the disk budget, those made before it too (decision 022). */
export const up = (db: AnyDb) =>
  run(db, [
    "update variant set on_demand_at = '2000-01-01T00:00:00.000Z' where size = 'original'",
    // The sum of all uploaded files is read from it, without reading the rows.
    "create index photo_filesize on photo (filesize)",
  ]);
