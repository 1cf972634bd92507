import { type QueryExecutorProvider, sql } from "kysely";

/** The name under which PostgreSQL lists the connection that every running server keeps for changes. */
export const SERVER_CONNECTION = "vitrine-server";

/** How many servers run on the database, this one included. SQLite has one at most, held by the folder's lock. */
export async function countServers({ db, dialect }: { db: QueryExecutorProvider; dialect: string }): Promise<number> {
  if (dialect === "sqlite") return 1;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_CONNECTION}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
