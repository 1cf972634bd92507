import { type AnyDb, run } from "../migration.ts";

/** Links to a draft that the owner can end before their time. */
export const up = (db: AnyDb) => run(db, ["alter table album add column draft_links_ended integer not null default 0"]);
