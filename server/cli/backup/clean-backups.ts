import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_FOLDER } from "../../platform/private-files.ts";
import { BackupDamagedError, DAMAGED, FILES, objectPath, RUNS } from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { outdatedRuns } from "./keep-backups.ts";
import { fileLists, readAbout, verifyRun } from "./open-backup.ts";
import { hashStored } from "./stored-file.ts";

/** Deletes the runs that are no longer kept, and the files that no other run has. Returns how many runs it deleted. */
export async function removeOutdated(store: BackupStore, now: Date): Promise<number> {
  const outdated = outdatedRuns(await store.runs(), now);
  for (const run of outdated) await store.remove(run);
  if (outdated.length > 0) await removeUnused(store);
  return outdated.length;
}

async function removeUnused(store: BackupStore): Promise<void> {
  const used = new Set<string>();
  for (const run of await store.runs()) {
    for await (const { files } of fileLists(join(store.folder, RUNS, run), store.cipher)) {
      // Half the memory of the hexadecimal form: there may be millions.
      for (const { sha256 } of files) used.add(asBinary(store.cipher.objectName(sha256)));
    }
  }
  for await (const name of storedNames(store)) {
    if (!used.has(asBinary(name))) await rm(join(store.folder, objectPath(name)));
  }
}

const asBinary = (name: string) => Buffer.from(name, "hex").toString("latin1");

/**
 * Reads every stored file. Sets the damaged ones aside, so that the next run copies them again. They are not deleted: a
 * photo with a few wrong bytes may be the last one there is.
 */
export async function setDamagedAside(store: BackupStore): Promise<{ read: number; damaged: number }> {
  const result = { read: 0, damaged: 0 };
  for await (const name of storedNames(store)) {
    const sha256 = await hashStored(store.folder, objectPath(name), store.cipher).catch(nothingIfDamaged);
    result.read++;
    if (sha256 !== undefined && store.cipher.objectName(sha256) === name) continue;
    await mkdir(join(store.folder, DAMAGED), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(join(store.folder, objectPath(name)), join(store.folder, DAMAGED, name));
    result.damaged++;
  }
  return result;
}

function nothingIfDamaged(error: unknown): undefined {
  if (!(error instanceof BackupDamagedError)) throw error;
}

/** The runs that cannot be restored whole, provided that the stored files have just been read. */
export async function damagedRuns(store: BackupStore): Promise<string[]> {
  const damaged: string[] = [];
  for (const run of await store.runs()) if (!(await isWhole(store, join(store.folder, RUNS, run)))) damaged.push(run);
  return damaged;
}

async function isWhole(store: BackupStore, run: string): Promise<boolean> {
  try {
    await verifyRun(run, await readAbout(run, store.cipher), store.cipher);
    for await (const { files } of fileLists(run, store.cipher)) {
      for (const file of files) if (!(await store.has(file))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof BackupDamagedError) return false;
    throw error;
  }
}

async function* storedNames({ folder }: BackupStore): AsyncGenerator<string> {
  for (const shelf of await readdir(join(folder, FILES))) {
    if (!(await stat(join(folder, FILES, shelf))).isDirectory()) continue;
    for (const name of await readdir(join(folder, FILES, shelf))) {
      // Whatever else is there is not ours to delete.
      if (/^[0-9a-f]{64}$/.test(name) && name.startsWith(shelf)) yield name;
    }
  }
}
