import type { DialectName } from "../connect.ts";
import { type AnyDb, newId, run } from "../migration.ts";

/** The addresses that albums, categories and photos had on the site that they came from. */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table foreign_address (
      id ${newId(dialect)},
      address text not null unique,
      album_id integer references album (id) on delete cascade,
      category_id integer references category (id) on delete cascade,
      photo_id integer references photo (id) on delete cascade
    )`,
    // A deleted album, category or photo finds its rows by them.
    "create index foreign_address_album on foreign_address (album_id)",
    "create index foreign_address_category on foreign_address (category_id)",
    "create index foreign_address_photo on foreign_address (photo_id)",
  ]);
