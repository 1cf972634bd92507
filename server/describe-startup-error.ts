import { ConfigError } from "./config.ts";
import { NewerDatabaseError } from "./db/migrate.ts";
import { CannotStartError } from "./errors.ts";
import { StorageError } from "./platform/storage/storage-error.ts";

/** The fields that the operating system, SQLite and PostgreSQL add to an error. */
type Detailed = Error & { code?: string; syscall?: string; path?: string; port?: number; errcode?: number };

const DISK_FULL = "the disk that holds the data folder is full";
const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_CANNOT_OPEN = 14;
const SQLITE_NOT_A_DATABASE = 26;

/** One line for what an operator can fix; anything else is a bug and shows its stack. */
export function describeStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof NewerDatabaseError || error instanceof CannotStartError) {
    return error.message;
  }
  // Closing what was open failed too, but the first failure is the cause.
  if (error instanceof SuppressedError) return describeStartupError(error.suppressed);
  if (error instanceof StorageError) {
    // The system's own error is more specific, where it has reported one.
    return error.type === "DISK_SPACE_ERROR" ? DISK_FULL : describeStartupError(error.cause);
  }
  const detailed: Detailed = error;
  return listening(detailed) ?? files(detailed) ?? parameters(detailed) ?? error.stack ?? "";
}

function listening({ code, syscall, port }: Detailed): string | undefined {
  if (code === "EADDRINUSE") return `port ${port} is in use. Stop the other program, or set PORT to another number`;
  // Database and storage explain their own hosts.
  if (syscall === "getaddrinfo") return "HOST is not a name that this machine knows";
  if (syscall !== "listen") return undefined;
  if (code === "EACCES") return `port ${port} is reserved (below 1024). Set PORT to a higher number`;
  if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine";
  return undefined;
}

function files({ code, errcode, path }: Detailed): string | undefined {
  const where = path ? `: ${path}` : "";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `the data folder cannot be written${where}. Check DATA_DIR and its owner`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") return `the data folder is not a folder${where}. Check DATA_DIR`;
  if (code === "ENOSPC" || errcode === SQLITE_FULL) return DISK_FULL;
  if (code !== "ERR_SQLITE_ERROR") return undefined;
  // The upper bits are details.
  const reason = (errcode ?? 0) & 0xff;
  if (reason === SQLITE_READONLY || reason === SQLITE_CANNOT_OPEN) {
    return "the database vitrine.sqlite in the data folder cannot be written. Check DATA_DIR and the owner of the file";
  }
  if (reason === SQLITE_NOT_A_DATABASE) return "vitrine.sqlite in the data folder is damaged or not a database";
  return undefined;
}

function parameters({ code, message }: Detailed): string | undefined {
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message.split(". ")[0]}. See --help` : undefined;
}
