import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freshDatabase } from "./start-test-server.ts";

/** An empty folder, removed after the test, with the files `passphrase` and `wrong` in it. */
export async function folderWithPassphrases() {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-encrypted-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "passphrase"), "a calm grey harbour\n");
  await writeFile(join(folder, "wrong"), "a calm blue harbour\n");
  return {
    folder,
    withPassphrase: ["--passphrase-file", join(folder, "passphrase")],
    /** Where to restore to. */
    emptyTarget: async () => ({
      dataDir: join(folder, "restored"),
      databaseUrl: (await freshDatabase()).DATABASE_URL,
    }),
  };
}

export async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The largest first. */
export async function bySize(paths: readonly string[]): Promise<string[]> {
  const sized = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
  return sized.sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}
