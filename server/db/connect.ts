import { statSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Config } from "../config.ts";
import { isDatabaseFull } from "../platform/database-away.ts";
import { makePrivateFile, makePrivateFolder } from "../platform/private-files.ts";
import { releaseReserve } from "../platform/reserve.ts";
import type { Db, Schema } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

export type DialectName = "sqlite" | "postgres";
export type Database = {
  db: Db;
  dialect: DialectName;
  /** The disk was full at the start: every write fails. */
  isReadOnly: boolean;
  close(): Promise<void>;
};

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
  const onFull = () => releaseReserve(dataDir);
  const open = (isReadOnly: boolean): Database => {
    const db = new Kysely<Schema>({ dialect: sqliteDialect(path, { onFull, isReadOnly }) });
    return { db, dialect: "sqlite", isReadOnly, close: () => db.destroy() };
  };
  try {
    return open(false);
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
    if (onFull()) return open(false);
    // Otherwise the newest changes would be missing, such as a photo that has become private.
    if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) throw error;
    return open(true);
  }
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
  return { db, dialect: "postgres", isReadOnly: false, close: () => db.destroy() };
}

/** Throws if the database is not responding or has no tables. */
export async function checkDatabase(db: Db): Promise<void> {
  await db.selectFrom("setting").select("key").limit(1).execute();
}

/**
 * Runs the work in one transaction. It runs again if PostgreSQL cancels it to resolve a deadlock, and if the disk was full
 * until the reserve was given up, so the work must have no effect outside the database.
 */
export async function transaction<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isRetried = isDeadlock(error) ? attempt < TRANSACTION_TRIES : isDatabaseFull(error) && attempt === 1;
      if (!isRetried) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40P01" || error.code === "40001");
}
