import { join } from "node:path";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Config } from "../../config.ts";
import { makePrivateFile, makePrivateFolder } from "../private-files.ts";
import type { Db, Schema } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

export type DialectName = "sqlite" | "postgres";
export type Database = { db: Db; dialect: DialectName; close(): Promise<void> };

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const TRANSACTION_TRIES = 5;

export function connectDatabase(config: Pick<Config, "databaseUrl" | "dataDir">): Database {
  return config.databaseUrl ? connectPostgres(config.databaseUrl) : connectSqlite(config.dataDir);
}

function connectSqlite(dataDir: string): Database {
  const path = join(dataDir, "vitrine.sqlite");
  makePrivateFolder(dataDir);
  makePrivateFile(path);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path) });
  return { db, dialect: "sqlite", close: () => db.destroy() };
}

function connectPostgres(connectionString: string): Database {
  const types = new pg.TypeOverrides();
  // Counts and sums are int8 and numeric, which pg returns as text by default.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString,
    types,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // The pool drops a broken idle connection; without a listener the error would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: "postgres", close: () => db.destroy() };
}

/** Throws if the database is not responding or has no tables. */
export async function checkDatabase(db: Db): Promise<void> {
  await db.selectFrom("setting").select("key").limit(1).execute();
}

/**
 * Runs the work in one transaction. If PostgreSQL cancels it to resolve a deadlock, it runs again, so the work must have
 * no effect outside the database.
 */
export async function transaction<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= TRANSACTION_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40P01" || error.code === "40001");
}
