import { lchown, readdir } from "node:fs/promises";
import { join } from "node:path";

const NOBODY = 65_534;

/**
 * Runs the work without root's rights, where the tests run as root: root may read and write everything. Only the calls of
 * this process: programs that it starts would need access to this checkout.
 */
export async function asOtherUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** Makes that user the owner of the folders and all that is in them. */
export async function giveAway(...folders: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const folder of folders) {
    const inside = await readdir(folder, { recursive: true });
    for (const path of [folder, ...inside.map((name) => join(folder, name))]) await lchown(path, NOBODY, NOBODY);
  }
}
