import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Locked = { version: string; dev?: true; optional?: true };

/** Throws unless the packages in a folder are those of a lock file, in the same versions, and all that a server needs. */
export function comparePackages(folder: string, lockFile: string): number {
  // A lock file has this shape; its first entry is the project itself.
  const { "": _project, ...locked } = readJson(lockFile).packages as Record<string, Locked>;
  const found = new Set(
    globSync(["**/node_modules/*/package.json", "**/node_modules/@*/*/package.json"], { cwd: folder }),
  );
  const paths = [...found].map((path) => path.slice(0, -"/package.json".length)).filter(isInstalled);
  const different = paths.flatMap((path) => {
    const { version } = readJson(join(folder, path, "package.json"));
    return locked[path]?.version === version ? [] : [`${path} is ${version}, not ${locked[path]?.version}`];
  });
  const missing = Object.keys(locked).filter((path) => isNeeded(locked[path]) && !existsSync(join(folder, path)));
  if (different.length + missing.length > 0) {
    throw new Error(
      `differs from the lock file:\n${[...different, ...missing.map((path) => `${path} is missing`)].join("\n")}`,
    );
  }
  return paths.length;
}

/** Not a folder of that name in the files of a package. */
const isInstalled = (path: string) => /^(node_modules\/(@[^/]+\/)?[^/]+\/?)+$/.test(path);

/** Which of the others are installed depends on the platform. */
const isNeeded = (entry: Locked | undefined) => entry && !entry.dev && !entry.optional;

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
