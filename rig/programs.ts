import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/bin"];

/** The path of a program, installed from Debian's packages if it is missing. */
export async function ensureProgram(name: string, debianPackage: string): Promise<string> {
  const found = await find(name);
  if (found) return found;
  await promisify(execFile)("apt-get", ["install", "-y", "--no-install-recommends", debianPackage]);
  const installed = await find(name);
  if (!installed) throw new Error(`${name} is missing: install the package ${debianPackage}`);
  return installed;
}

async function find(name: string): Promise<string | undefined> {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}
