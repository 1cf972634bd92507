import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** The portrait, the logo and the icon, in the sizes that pages and browsers ask for. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table site_picture (
      id ${newId(dialect)},
      kind text not null,
      file text not null,
      content text not null
    )`,
    "create unique index site_picture_file on site_picture (kind, file)",
  ]);
