import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStartError } from "../errors.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";

export type DataLock = { release(): void };

const SERVER = "lock.sqlite";
const IMPORT = "import-lock.sqlite";
const RETRY_MS = 50;
/** A server that starts holds the import's lock while it cleans up. */
const PATIENCE_MS = 10_000;

/** For a program that must be the only one on a data folder: no server and no import until it is released. */
export function lockDataFolder(dataDir: string): DataLock {
  const server = lockForServer(dataDir);
  const imports = tryLockForImport(dataDir);
  if (!imports) {
    server.release();
    throw importRuns(dataDir);
  }
  return {
    release() {
      imports.release();
      server.release();
    },
  };
}

/** Allows one server at a time on a data folder. An import may run beside it. */
export function lockForServer(dataDir: string): DataLock {
  const lock = lockFolder(dataDir, SERVER);
  if (lock) return lock;
  throw new CannotStartError(`another Vitrine is running on the folder ${dataDir}. Stop it first, or set DATA_DIR`);
}

/** Undefined while an import runs. */
export const tryLockForImport = (dataDir: string): DataLock | undefined => lockFolder(dataDir, IMPORT);

/** Allows one import at a time on a data folder. */
export async function lockForImport(dataDir: string): Promise<DataLock> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const lock = tryLockForImport(dataDir);
    if (lock) return lock;
    if (Date.now() > until) throw importRuns(dataDir);
    await delay(RETRY_MS);
  }
}

const importRuns = (dataDir: string) =>
  new CannotStartError(`an import is running on the folder ${dataDir}. Wait until it has finished, or stop it`);

/**
 * A lock of the operating system, taken through SQLite: it ends with the process, so there is nothing to clean up after a
 * crash. Undefined while another program has it.
 */
export function lockFolder(folder: string, name: string): DataLock | undefined {
  const path = join(folder, name);
  makePrivateFolder(folder);
  makePrivateFile(path);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal on the disk, which may be full.
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file.close();
    if (!isLocked(error)) throw error;
    return undefined;
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
