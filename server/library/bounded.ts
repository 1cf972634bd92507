import { sql, type Transaction } from "kysely";
import type { Schema } from "../platform/db/schema.ts";
import { IDS_PER_STATEMENT } from "./positions.ts";

/** Runs the work over parts of the list that fit into one statement, and joins what it gives. */
export async function inParts<Id, Row>(ids: readonly Id[], work: (part: Id[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    rows.push(...(await work(ids.slice(start, start + IDS_PER_STATEMENT))));
  }
  return rows;
}

type TextColumn = "title" | "caption" | "tags" | "search_text" | "title_key" | "deleted_at" | "trashed_from";
type TextsOf<Column extends TextColumn> = { id: number } & Record<Column, string>;

/** Gives every photo texts of its own, many in one statement. */
export async function updateEachPhoto<Column extends TextColumn>(
  trx: Transaction<Schema>,
  columns: readonly Column[],
  rows: readonly TextsOf<Column>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`));
  await inParts(rows, async (part) => {
    const values = part.map((row) => {
      const texts = columns.map((column) => sql`cast(${row[column]} as text)`);
      return sql`(cast(${row.id} as integer), ${sql.join(texts)})`;
    });
    await sql`
      with given (given_id, ${names}) as (values ${sql.join(values)})
      update photo set ${assignments} from given where photo.id = given.given_id
    `.execute(trx);
    return [];
  });
}
