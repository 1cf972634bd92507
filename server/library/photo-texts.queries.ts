import { sql } from "kysely";
import type { LibraryChange } from "./change-library.ts";
import { inBatches } from "./in-batches.ts";

type TextColumn =
  | "title"
  | "caption"
  | "alt"
  | "tags"
  | "search_text"
  | "title_key"
  | "deleted_at"
  | "trashed_from"
  | "former_places";
type TextsOf<Column extends TextColumn> = { id: number } & Record<Column, string>;

/** Sets different texts on each photo, many photos in one statement. */
export async function updateEachPhoto<Column extends TextColumn>(
  trx: LibraryChange,
  columns: readonly Column[],
  rows: readonly TextsOf<Column>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`));
  await inBatches(rows, async (batch) => {
    const values = batch.map((row) => {
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
