import { sql, type Transaction } from "kysely";
import type { Schema } from "../platform/db/schema.ts";

/** Below the number of parameters that either database takes in one statement. */
export const IDS_PER_STATEMENT = 1_000;

export type PositionColumn =
  | "album.position"
  | "album.featured_position"
  | "photo.album_position"
  | "photo.favorite_position"
  | "photo.featured_position"
  | "photo.quick_position";

/** Numbers the rows in the order of their ids, from 0 or from where a list ends. Inside `changeLibrary` only. */
export async function setPositions(
  trx: Transaction<Schema>,
  list: PositionColumn,
  ids: readonly number[],
  from = 0,
): Promise<void> {
  const [table, column] = split(list);
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const chunk = ids.slice(start, start + IDS_PER_STATEMENT);
    const places = chunk.map((id, index) => sql`(${sql.lit(id)}, ${sql.lit(from + start + index)})`);
    // Joined, not a CASE per row: that would be tried through to its end for each of them.
    await sql`
      with given (given_id, place) as (values ${sql.join(places)})
      update ${sql.table(table)} set ${sql.ref(column)} = given.place from given where id = given.given_id
    `.execute(trx);
  }
}

/** Closes the gaps that rows which left the list have made, keeping the order of those that stay. */
export async function closeGaps(trx: Transaction<Schema>, list: PositionColumn, scope: Scope = {}): Promise<void> {
  const [table, column] = split(list);
  const within = Object.entries(scope).map(([name, value]) => sql`and ${sql.ref(name)} = ${value}`);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ranked.place
    from (
      select id as ranked_id, cast(row_number() over (order by ${sql.ref(column)}, id) - 1 as integer) as place
      from ${sql.table(table)} where ${sql.ref(column)} is not null ${sql.join(within, sql` `)}
    ) as ranked
    where ${sql.ref(`${table}.id`)} = ranked.ranked_id and ${sql.ref(column)} <> ranked.place
  `.execute(trx);
}

type Scope = { album_id?: number; category?: string };

function split(list: PositionColumn): [string, string] {
  const [table = "", column = ""] = list.split(".");
  return [table, column];
}
