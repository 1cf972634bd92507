import { type AnyDb, run } from "../migration.ts";

/** A description of the photo for people who cannot see it. */
export const up = (db: AnyDb) => run(db, ["alter table photo add column alt text not null default ''"]);
