import { ConfigError } from "./config.ts";
import { CannotStartError } from "./errors.ts";
import { NewerDatabaseError } from "./platform/db/migrate.ts";
import { StorageError } from "./platform/storage/storage-error.ts";

/** What the operating system, SQLite and PostgreSQL tell beside a message. */
type Detailed = Error & { code?: string; syscall?: string; path?: string; port?: number; errcode?: number };

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_CANNOT_OPEN = 14;
const SQLITE_NOT_A_DATABASE = 26;

/** What an operator can mend is told in one line; anything else is a bug and shows its stack. */
export function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof NewerDatabaseError || error instanceof CannotStartError) {
    return error.message;
  }
  // What the system said is more to the point for an operator.
  if (error instanceof StorageError) return explainStart(error.cause);
  const detailed: Detailed = error;
  return listening(detailed) ?? files(detailed) ?? database(detailed) ?? parameters(detailed) ?? error.stack ?? "";
}

function listening({ code, syscall, port }: Detailed): string | undefined {
  if (code === "EADDRINUSE") return `port ${port} is taken. Stop the other program, or set PORT to another number`;
  if (syscall !== "listen") return undefined;
  if (code === "EACCES") return `port ${port} is for the system's own programs. Set PORT to a number above 1023`;
  if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine";
  return undefined;
}

function files({ code, errcode, path }: Detailed): string | undefined {
  const place = path ? `: ${path}` : "";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `the data folder cannot be written${place}. Check DATA_DIR and whose it is`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") return `the data folder is not a folder${place}. Check DATA_DIR`;
  if (code === "ENOSPC" || errcode === SQLITE_FULL) return "the disk that holds the data folder is full";
  if (code !== "ERR_SQLITE_ERROR") return undefined;
  // SQLite tells more in the upper bits.
  const reason = (errcode ?? 0) & 0xff;
  if (reason === SQLITE_READONLY || reason === SQLITE_CANNOT_OPEN) {
    return "the database vitrine.sqlite in the data folder cannot be written. Check DATA_DIR and whose the file is";
  }
  if (reason === SQLITE_NOT_A_DATABASE) return "vitrine.sqlite in the data folder is damaged, or not a database";
  return undefined;
}

function database({ code, syscall, message }: Detailed): string | undefined {
  if (code === "ECONNREFUSED" || code === "ETIMEDOUT") return "the database does not answer. Check DATABASE_URL";
  if (syscall === "getaddrinfo") return `there is no machine of that name (${message}). Check HOST and DATABASE_URL`;
  // PostgreSQL: class 28 is a wrong name or password, 3D000 an unknown database.
  if (code?.startsWith("28") || code === "3D000") return `the database refuses: ${message}. Check DATABASE_URL`;
  return undefined;
}

function parameters({ code, message }: Detailed): string | undefined {
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message.split(". ")[0]}. See npm start -- --help` : undefined;
}
