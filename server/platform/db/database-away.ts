import pg from "pg";

/** BUSY and LOCKED: another process holds the file. READONLY, IOERR and FULL: its disk takes nothing now. */
const SQLITE_AWAY = [5, 6, 8, 10, 13];
const NETWORK = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"];
/** What pg throws as a plain Error when the server goes away or no connection gets free in time. */
const PG_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** The request may succeed later, with nothing changed but the database's state. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && SQLITE_AWAY.includes(Number(error.errcode) & 0xff)) return true;
  if (error instanceof pg.DatabaseError) return /^(57P|08|53)/.test(error.code ?? "");
  return PG_MESSAGES.test(error.message) || ("code" in error && NETWORK.includes(String(error.code)));
}
