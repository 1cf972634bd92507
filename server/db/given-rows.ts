import { type RawBuilder, sql } from "kysely";

/** Ids as a list for `in`: one parameter, in JSON, so that the statement is the same for any number of them. */
export const idsIn = <Id>(keys: string): RawBuilder<Id> =>
  sql<Id>`(select cast(key as integer) from json_each(${keys}))`;

/** What `idsIn` takes. An object, as below. */
export const keysOf = (ids: readonly number[]): string => JSON.stringify(Object.fromEntries(ids.map((id) => [id, 0])));

/**
 * Rows of whole numbers, as the table `given` of a `with`. They are one parameter, in JSON: the statement is the same for
 * any number of rows, so SQLite prepares it once. Materialized, or a database might read the JSON again for each row that
 * it is joined with.
 */
export function givenRows(columns: readonly string[], rows: readonly (readonly number[])[]): RawBuilder<unknown> {
  const values = columns.map((_, index) => sql`cast(value ->> ${sql.lit(index)} as integer)`);
  // An object: both databases have a json_each for that.
  const json = JSON.stringify({ ...rows });
  return sql`given (${sql.join(columns.map((name) => sql.ref(name)))}) as materialized (
    select ${sql.join(values)} from json_each(${json})
  )`;
}
