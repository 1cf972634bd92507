import { type AnyDb, run } from "../migration.ts";

/** Where a photo was in each list it has left, so that undo and restore can put it back there (decision 017). */
export const up = (db: AnyDb) => run(db, ["alter table photo add column former_places text not null default '{}'"]);
