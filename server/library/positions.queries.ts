import { sql } from "kysely";
import type { LibraryChange } from "./change-library.ts";
import { IDS_PER_STATEMENT } from "./in-parts.ts";

export type PositionColumn =
  | "album.position"
  | "album.featured_position"
  | "photo.album_position"
  | "photo.favorite_position"
  | "photo.featured_position"
  | "photo.quick_position";

/** Numbers the rows in the order of `ids`, starting at `from`. Only inside `changeLibrary`. */
export async function setPositions(
  trx: LibraryChange,
  list: PositionColumn,
  ids: readonly number[],
  from = 0,
): Promise<void> {
  const [table, column] = split(list);
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const chunk = ids.slice(start, start + IDS_PER_STATEMENT);
    const positions = chunk.map((id, index) => sql`(${sql.lit(id)}, ${sql.lit(from + start + index)})`);
    // A join, not a CASE: its branches would be tested one by one for every row.
    await sql`
      with given (given_id, position) as (values ${sql.join(positions)})
      update ${sql.table(table)} set ${sql.ref(column)} = given.position from given where id = given.given_id
    `.execute(trx);
  }
}

/** Renumbers a list from 0 after rows have left it, keeping the order of the rest. */
export async function closeGaps(trx: LibraryChange, list: PositionColumn, scope: Scope = {}): Promise<void> {
  const [table, column] = split(list);
  const within = Object.entries(scope).map(([name, value]) => sql`and ${sql.ref(name)} = ${value}`);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ranked.rank
    from (
      select id as ranked_id, cast(row_number() over (order by ${sql.ref(column)}, id) - 1 as integer) as rank
      from ${sql.table(table)} where ${sql.ref(column)} is not null ${sql.join(within, sql` `)}
    ) as ranked
    where ${sql.ref(`${table}.id`)} = ranked.ranked_id and ${sql.ref(column)} <> ranked.rank
  `.execute(trx);
}

type Scope = { album_id?: number; category?: string };

function split(list: PositionColumn): [string, string] {
  const [table = "", column = ""] = list.split(".");
  return [table, column];
}
