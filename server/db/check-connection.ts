import { sql } from "kysely";
import pg from "pg";
import { CannotStartError } from "../errors.ts";
import type { Database } from "./connect.ts";

/** At start: a database that cannot be used is explained in one line, because its errors look like those of any network. */
export async function checkDatabaseConnection({ db }: Database, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return;
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new CannotStartError(`${explain(error, new URL(databaseUrl))}. Check DATABASE_URL`, { cause: error });
  }
}

function explain(error: unknown, { hostname, host }: URL): string {
  if (!(error instanceof Error)) return "the database failed";
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof pg.DatabaseError) {
    // Class 28 is a wrong user or password, 3D000 an unknown database.
    if (/^(28|3D000)/.test(code)) return `the database refused the connection: ${error.message}`;
    return `the database is not ready: ${error.message}`;
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `the database's host ${hostname} is unknown`;
  // A network error, or pg's own words for no response.
  if (code !== "" || /timeout/.test(error.message)) return "the database is not responding";
  return `what responds at ${host} is not a PostgreSQL server`;
}
