import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isForAlbum, REFUSED } from "./inbox.folder.ts";

/** Why nothing can be taken from a folder. Files are moved out of it, so it must be writable as well. */
async function problemOf(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return "This is not a folder.";
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? "The folder does not exist." : "The server is not allowed to read and write in this folder.";
  }
}

/** Of the inbox, or of the albums' folders in it. */
export async function* findProblems(inbox: string): AsyncGenerator<{ folder: string; problem: string }> {
  const problem = await problemOf(inbox);
  if (problem !== undefined) yield { folder: inbox, problem };
  else {
    for (const folder of await listAlbumFolders(inbox)) {
      const problem = await problemOf(folder);
      if (problem !== undefined) yield { folder, problem };
    }
  }
}

/** Folders with refused files that no one has looked at yet, and how many there are. */
export async function* findRefused(inbox: string): AsyncGenerator<{ folder: string; count: number }> {
  for (const album of [inbox, ...(await listAlbumFolders(inbox))]) {
    const folder = join(album, REFUSED);
    const names = await readdir(folder).catch((): string[] => []);
    const count = names.filter((name) => names.includes(`${name}.txt`)).length;
    if (count > 0) yield { folder, count };
  }
}

/** None in a folder that cannot be read. */
async function listAlbumFolders(inbox: string): Promise<string[]> {
  const entries = await readdir(inbox, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && isForAlbum(entry.name)).map(({ name }) => join(inbox, name));
}
