import { type AnyDb, run } from "../migration.ts";

/** A session ends with the passkey that it began with. Those from before this version are not known to have one. */
export const up = (db: AnyDb) =>
  run(db, ["alter table token add column passkey_id integer references passkey (id) on delete cascade"]);
