import { type AnyDb, run } from "../migration.ts";

/** Which files have a gain map, and the pictures that keep it. Photos from before count as without one. */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table photo add column hdr integer not null default 0",
    "alter table variant add column hdr_bytes integer",
  ]);
