import { sql } from "kysely";
import { givenRows } from "../../db/given-rows.ts";
import type { LibraryChange } from "../change-library.ts";

export type PositionColumn =
  | "category.position"
  | "album.position"
  | "album.featured_position"
  | "album_photo.position"
  | "photo.favorite_position"
  | "photo.featured_position"
  | "photo.quick_position"
  | "written_page.position";

/** Numbers the rows in the order of `ids`, starting at `from`. Only inside `changeLibrary`. */
export async function setPositions(
  trx: LibraryChange,
  list: PositionColumn,
  ids: readonly number[],
  { from = 0, scope = {} }: { from?: number; scope?: Scope } = {},
): Promise<void> {
  if (ids.length === 0) return;
  const [table, column, id] = split(list);
  const rows = ids.map((id, index) => [id, from + index]);
  // A join, not a CASE: its branches would be tested one by one for every row.
  await sql`
    with ${givenRows(["given_id", "position"], rows)}
    update ${sql.table(table)} set ${sql.ref(column)} = given.position from given
    where ${sql.ref(id)} = given.given_id ${within(table, scope)}
  `.execute(trx);
}

/** Renumbers a list from 0 after rows have left it, keeping the order of the rest. */
export async function closeGaps(trx: LibraryChange, list: PositionColumn, scope: Scope = {}): Promise<void> {
  const [table, column, id] = split(list);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ranked.new_position
    from (
      select ${sql.ref(id)} as ranked_id,
        cast(row_number() over (order by ${sql.ref(column)}, ${sql.ref(id)}) - 1 as integer) as new_position
      from ${sql.table(table)} where ${sql.ref(column)} is not null ${within(table, scope)}
    ) as ranked
    where ${sql.ref(`${table}.${id}`)} = ranked.ranked_id and ${sql.ref(column)} <> ranked.new_position
      ${within(table, scope)}
  `.execute(trx);
}

type Scope = { album_id?: number; category?: string };

const within = (table: string, scope: Scope) =>
  sql.join(
    Object.entries(scope).map(([name, value]) => sql`and ${sql.ref(`${table}.${name}`)} = ${value}`),
    sql` `,
  );

/** The table, its column, and the column that names what is in the list. */
function split(list: PositionColumn): [string, string, string] {
  const [table = "", column = ""] = list.split(".");
  return [table, column, table === "album_photo" ? "photo_id" : "id"];
}
