import { type AnyDb, run } from "../migration.ts";

/** A resumable upload may bring a new file for a photo instead of a new photo. */
export const up = (db: AnyDb) => run(db, ["alter table upload add column replaces integer"]);
