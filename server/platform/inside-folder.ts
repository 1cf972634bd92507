import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** Whether the path, with every link on the way followed, stays in the folder. Throws where there is no such file. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
  return real.startsWith(root + sep);
}

/** The same, and that it is a file: a pipe or a device may have no end. */
export const isFileInside = async (folder: string, path: string): Promise<boolean> =>
  (await isInside(folder, path)) && (await stat(join(folder, path))).isFile();
