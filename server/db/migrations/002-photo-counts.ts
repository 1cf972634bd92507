import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/**
 * How many photos are in an album, in none, and in the trash. Counting them would read the whole library each time the
 * first page of it is shown. The database itself keeps the counts, in the transaction of each change.
 */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    "create table photo_count (place text primary key, count integer not null)",
    "insert into photo_count (place, count) values ('album', 0), ('loose', 0), ('trash', 0)",
    `update photo_count set count = (select count(*) from photo where ${placeOf("photo")} = photo_count.place)`,
    ...(dialect === "postgres" ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS),
  ]);

const placeOf = (row: "photo" | "old" | "new" | "gone" | "come") =>
  `case when ${row}.deleted_at is not null then 'trash' when ${row}.album_id is null then 'loose' else 'album' end`;

const SQLITE_TRIGGERS = [
  `create trigger photo_counted_in after insert on photo begin
    update photo_count set count = count + 1 where place = ${placeOf("new")};
  end`,
  `create trigger photo_counted_out after delete on photo begin
    update photo_count set count = count - 1 where place = ${placeOf("old")};
  end`,
  `create trigger photo_counted_anew after update of album_id, deleted_at on photo begin
    update photo_count set count = count - 1 where place = ${placeOf("old")};
    update photo_count set count = count + 1 where place = ${placeOf("new")};
  end`,
];

// Once for a statement, not for each of its rows: a thousand updates of one row leave a thousand dead ones behind.
const POSTGRES_TRIGGERS = [
  {
    event: "insert",
    tables: "new table as come",
    changes: `select ${placeOf("come")} as place, 1 as change from come`,
  },
  {
    event: "delete",
    tables: "old table as gone",
    changes: `select ${placeOf("gone")} as place, -1 as change from gone`,
  },
  {
    event: "update",
    tables: "old table as gone new table as come",
    changes: `select ${placeOf("come")} as place, 1 as change from come
        union all select ${placeOf("gone")}, -1 from gone`,
  },
].flatMap(({ event, tables, changes }) => [
  `create function count_photos_on_${event}() returns trigger language plpgsql as $$ begin
      update photo_count set count = count + changed.by
        from (select place, sum(change) as by from (${changes}) as changes group by place) as changed
        where changed.place = photo_count.place and changed.by <> 0;
      return null;
    end $$`,
  `create trigger photo_counted_on_${event} after ${event} on photo
      referencing ${tables} for each statement execute function count_photos_on_${event}()`,
]);
