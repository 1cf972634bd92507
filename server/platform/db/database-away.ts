import pg from "pg";

/** SQLite's BUSY and LOCKED: another process holds the file. */
const SQLITE_HELD = [5, 6];
const NETWORK = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"];
/** What pg throws as a plain Error when the server goes away or no connection gets free in time. */
const PG_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The request may succeed later, with nothing changed but the database's state. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && SQLITE_HELD.includes(Number(error.errcode) & 0xff)) return true;
  if (error instanceof pg.DatabaseError) return /^(57P|08|53)/.test(error.code ?? "");
  return PG_MESSAGES.test(error.message) || ("code" in error && NETWORK.includes(String(error.code)));
}
