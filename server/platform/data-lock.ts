import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotStartError } from "../errors.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";

export type DataLock = { release(): void };

/**
 * Allows one program at a time on a data folder. A lock of the operating system, taken through SQLite: it ends with the
 * process, so there is nothing to clean up after a crash.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const path = join(dataDir, "lock.sqlite");
  makePrivateFolder(dataDir);
  makePrivateFile(path);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec("begin exclusive");
  } catch (error) {
    file.close();
    if (!isLocked(error)) throw error;
    throw new CannotStartError(`another Vitrine is running on the folder ${dataDir}. Stop it first, or set DATA_DIR`);
  }
  return {
    release() {
      if (file.isOpen) file.close();
    },
  };
}

const SQLITE_BUSY = 5;

function isLocked(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
