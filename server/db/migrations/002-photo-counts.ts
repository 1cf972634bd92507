import { type Kysely, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/**
 * How many photos are in an album, in none, and in the trash. Counting them would read the whole library each time the
 * first page of it is shown. The database itself keeps the counts, in the transaction of each change.
 */
export const photoCounts = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .createTable("photo_count")
      .addColumn("place", "text", (column) => column.primaryKey())
      .addColumn("count", "integer", (column) => column.notNull())
      .execute();
    await sql`insert into photo_count (place, count) values ('album', 0), ('loose', 0), ('trash', 0)`.execute(db);
    await sql`
      update photo_count set count = (select count(*) from photo where ${placeOf("photo")} = photo_count.place)
    `.execute(db);
    for (const statement of dialect === "postgres" ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) {
      await statement.execute(db);
    }
  },
});

const placeOf = (row: "photo" | "old" | "new" | "gone" | "come") =>
  sql.raw(
    `case when ${row}.deleted_at is not null then 'trash' when ${row}.album_id is null then 'loose' else 'album' end`,
  );

const SQLITE_TRIGGERS = [
  sql`create trigger photo_counted_in after insert on photo begin
    update photo_count set count = count + 1 where place = ${placeOf("new")};
  end`,
  sql`create trigger photo_counted_out after delete on photo begin
    update photo_count set count = count - 1 where place = ${placeOf("old")};
  end`,
  sql`create trigger photo_counted_anew after update of album_id, deleted_at on photo begin
    update photo_count set count = count - 1 where place = ${placeOf("old")};
    update photo_count set count = count + 1 where place = ${placeOf("new")};
  end`,
];

// Once for a statement, not for each of its rows: a thousand updates of one row leave a thousand dead ones behind.
const POSTGRES_TRIGGERS = [
  {
    event: "insert",
    tables: "new table as come",
    changes: sql`select ${placeOf("come")} as place, 1 as change from come`,
  },
  {
    event: "delete",
    tables: "old table as gone",
    changes: sql`select ${placeOf("gone")} as place, -1 as change from gone`,
  },
  {
    event: "update",
    tables: "old table as gone new table as come",
    changes: sql`select ${placeOf("come")} as place, 1 as change from come
        union all select ${placeOf("gone")}, -1 from gone`,
  },
].flatMap(({ event, tables, changes }) => [
  sql`create function count_photos_on_${sql.raw(event)}() returns trigger language plpgsql as $$ begin
      update photo_count set count = count + changed.by
        from (select place, sum(change) as by from (${changes}) as changes group by place) as changed
        where changed.place = photo_count.place and changed.by <> 0;
      return null;
    end $$`,
  sql`create trigger photo_counted_on_${sql.raw(event)} after ${sql.raw(event)} on photo
      referencing ${sql.raw(tables)} for each statement execute function count_photos_on_${sql.raw(event)}()`,
]);
