import { type AnyDb, run } from "../migration.ts";

/** The point of a photo that every crop keeps in view, as JSON; null: none was chosen. */
export const up = (db: AnyDb) => run(db, ["alter table photo add column focal_point text"]);
