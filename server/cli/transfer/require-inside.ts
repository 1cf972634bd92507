import { statSync } from "node:fs";
import { join } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { isInside } from "../../platform/inside-folder.ts";

/**
 * A link could bring any file of this machine into the library, and a pipe or a device may have no end. A missing file is
 * reported by the import itself.
 */
export async function requireInside(folder: string, file: string): Promise<void> {
  if (!(await isInside(folder, file).catch(() => true))) {
    throw new CannotStartError(`${file} is a link that leads out of the folder`);
  }
  const found = statSync(join(folder, file), { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory()) throw new CannotStartError(`${file} is not a file`);
}
