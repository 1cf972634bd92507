import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { CannotStartError } from "../../errors.ts";
import { unfinishedRestore, unmarkStorage } from "../../library/files/marker.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** What a new disk has. */
const LOST_AND_FOUND = "lost+found";
const KEYS_AT_A_TIME = 500;

/** The fingerprint of the backup whose restore was interrupted here. */
export async function findUnfinished(config: Config): Promise<string | undefined> {
  // The storage on disk belongs to the folder, which would be made.
  if (!config.s3 && !existsSync(config.dataDir)) return undefined;
  return withStorage(config, async (storage) => {
    await storage.checkConnection?.();
    return unfinishedRestore(storage);
  });
}

export function requireEmptyFolder(dataDir: string): void {
  if (namesIn(dataDir).length === 0) return;
  throw new CannotStartError(`${dataDir} is not empty. Set DATA_DIR to an empty folder`);
}

/** Deletes what a restore has put there, which no server has ever opened. Rows that are in PostgreSQL stay. */
export async function emptyTarget(config: Config): Promise<void> {
  if (config.s3) await withStorage(config, emptyIfRestoring);
  for (const name of namesIn(config.dataDir)) await rm(join(config.dataDir, name), { recursive: true, force: true });
}

/** A bucket that was not empty before is not ours to empty. */
async function emptyIfRestoring(storage: Storage): Promise<void> {
  if ((await unfinishedRestore(storage)) === undefined) return;
  let keys: string[] = [];
  for await (const { key } of storage.list()) {
    keys.push(key);
    if (keys.length < KEYS_AT_A_TIME) continue;
    await storage.delete(keys);
    keys = [];
  }
  await storage.delete(keys);
  await unmarkStorage(storage);
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openStorage(config);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

const namesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name !== LOST_AND_FOUND) : [];
