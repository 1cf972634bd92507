import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../private-files.ts";

/** Files that survive a power cut: the bytes are synced, then the name in its folder, then each folder made for it. */

export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function renameSynced(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export type FolderMaker = { make(path: string): Promise<void>; forget(): void };

/** Makes folders below the root, each durable before anything relies on it, and remembers them. */
export function createFolderMaker(root: string, isShared: (path: string) => boolean): FolderMaker {
  let made = new Map<string, Promise<void>>();

  function make(path: string): Promise<void> {
    const known = made.get(path);
    if (known) return known;
    const making = makeWithParents(path);
    // Concurrent callers must wait for the sync as well: a folder that exists may not be durable yet.
    made.set(path, making);
    // After a failure assume nothing: someone may have moved folders by hand.
    making.then(() => !isShared(path) && made.delete(path), forget);
    return making;
  }

  async function makeWithParents(path: string): Promise<void> {
    if (path !== root) await make(dirname(path));
    const first = await mkdir(path, { recursive: path === root, mode: PRIVATE_FOLDER }).catch(nothingIfThere);
    if (first !== "was there") await syncFolder(dirname(path));
  }

  function forget(): void {
    made = new Map();
  }

  return { make, forget };
}

function nothingIfThere(error: NodeJS.ErrnoException): "was there" {
  if (error.code !== "EEXIST") throw error;
  return "was there";
}
