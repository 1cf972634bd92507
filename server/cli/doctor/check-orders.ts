import { sql } from "kysely";
import type { Db } from "../../db/schema.ts";
import type { BrokenList, Finding } from "./findings.ts";

const LISTS: { column: BrokenList["column"]; scope?: "album_id" | "category" }[] = [
  { column: "category.position" },
  { column: "album.position", scope: "category" },
  { column: "album.featured_position" },
  { column: "album_photo.position", scope: "album_id" },
  { column: "photo.favorite_position" },
  { column: "photo.featured_position" },
  { column: "photo.quick_position" },
  { column: "written_page.position" },
];

/** Every list must be numbered 0..n-1 without gaps or repetitions. */
export async function* findBrokenOrders(db: Db): AsyncGenerator<Finding> {
  for (const { column, scope } of LISTS) {
    const [table = ""] = column.split(".");
    const position = sql.ref(column);
    const group = scope ? sql.ref(`${table}.${scope}`) : sql`null`;
    const { rows } = await sql<{ scope: string | number | null }>`
      select scope from (
        select ${group} as scope, count(*) as members, count(distinct ${position}) as positions,
          min(${position}) as first, max(${position}) as last
        from ${sql.table(table)} where ${position} is not null ${scope ? sql`group by ${group}` : sql``}
      ) as lists
      where members > 0 and (first <> 0 or last <> members - 1 or positions <> members)
    `.execute(db);
    for (const row of rows) {
      yield { kind: "order-broken", list: { column, scope: scope ? { [scope]: row.scope } : {} } };
    }
  }
}
