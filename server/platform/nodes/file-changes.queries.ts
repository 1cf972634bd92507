import { type QueryExecutorProvider, sql } from "kysely";

/** Changes only with commits of other programs, because it is asked on the connection that writes. SQLite only. */
export async function readFileVersion(db: QueryExecutorProvider): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version;
}
