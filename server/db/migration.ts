import { type Kysely, sql } from "kysely";
import type { DialectName } from "./connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
export type AnyDb = Kysely<any>;

export async function run(db: AnyDb, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** For an id that the database gives out, and never again after the row is deleted. */
export const newId = (dialect: DialectName) =>
  dialect === "postgres" ? "serial primary key" : "integer primary key autoincrement";
