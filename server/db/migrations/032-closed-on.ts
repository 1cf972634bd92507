import { type AnyDb, run } from "../migration.ts";

/** How long a room has been closed. One that was closed before is taken to be closed since it was last in use. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table room add column closed_on text",
    "update room set closed_on = coalesce(last_opened_on, created_at) where closed = 1",
  ]);
