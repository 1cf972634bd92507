import { type Dirent, existsSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { userName } from "../../platform/require-owner.ts";
import type { Finding } from "./findings.ts";

/** Files of another user than the data folder's, as a command that ran as root leaves them: the server cannot change them. */
export async function* findForeignFiles(dataDir: string): AsyncGenerator<Finding> {
  // With PostgreSQL and S3, a command may run where no server has created the folder.
  if (!existsSync(dataDir)) return;
  const { uid } = await lstat(dataDir);
  let count = 0;
  let first = "";
  for await (const path of filesOfOthers(dataDir, uid)) {
    if (count === 0) first = path;
    count++;
  }
  if (count > 0) yield { kind: "owner-wrong", folder: dataDir, owner: userName(uid), count, first };
}

async function* filesOfOthers(folder: string, uid: number): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(none)) {
    const path = join(folder, entry.name);
    // Gone by now: a server may be running.
    const found = await lstat(path).catch(() => undefined);
    if (found && found.uid !== uid) yield path;
    if (entry.isDirectory()) yield* filesOfOthers(path, uid);
  }
}

/** A folder that cannot be read belongs to someone else, and was reported. */
const none = (): Dirent[] => [];
