import pg from "pg";

/** BUSY and LOCKED: another process holds the file. READONLY, IOERR and FULL: the disk accepts no writes. */
const SQLITE_AWAY = [5, 6, 8, 10, 13];
const NETWORK = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"];
/** Plain errors of pg when the server goes down or no connection becomes free in time. */
const PG_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

const SQLITE_FULL = 13;
/** The file that readers and writers share could not grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
const PG_DISK_FULL = "53100";

/** A write to a database that was opened read-only, because its disk was full. */
export class DatabaseReadOnlyError extends Error {}

/** Whether the disk that holds the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseReadOnlyError) return true;
  if (error instanceof pg.DatabaseError) return error.code === PG_DISK_FULL;
  const code = "errcode" in error ? Number(error.errcode) : 0;
  return (code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_SHMSIZE;
}

/** Whether the same request may succeed later, once the database has recovered. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && SQLITE_AWAY.includes(Number(error.errcode) & 0xff)) return true;
  if (error instanceof pg.DatabaseError) return /^(57P|08|53)/.test(error.code ?? "");
  return PG_MESSAGES.test(error.message) || ("code" in error && NETWORK.includes(String(error.code)));
}
