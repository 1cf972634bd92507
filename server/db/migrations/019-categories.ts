import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/** The owner's categories, and the keys they have had, whose pages lead to the new ones. */
export const up = (db: AnyDb, dialect: DialectName) => {
  const id = dialect === "postgres" ? "serial primary key" : "integer primary key";
  return run(db, [
    `create table category (
      id ${id},
      key text not null unique,
      name text not null,
      position integer not null,
      hidden integer not null default 0
    )`,
    `create table former_key (
      id ${id},
      key text not null unique,
      category_id integer not null references category (id) on delete cascade
    )`,
    // The categories of the specification, which every library had until now.
    `insert into category (key, name, position)
      values ('urban', 'Urban', 0), ('portraits', 'Portraits', 1), ('travel', 'Travel', 2)`,
    // A category's photos are counted with those in the trash.
    "create index photo_category on photo (category)",
  ]);
};
