import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { About } from "../../server/cli/backup/backup-format.ts";
import { makePicture } from "../make-picture.ts";
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

/** The oldest first. */
export const runsOf = async (backup: string) =>
  (await readdir(join(backup, "runs"))).sort().map((name) => join(backup, "runs", name));

export const sha256Of = async (path: string) =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

/** As someone would who knows how backups are checked: with sums that are right. */
export async function rewriteRun(run: string, path: string, content?: string): Promise<void> {
  if (content !== undefined) await writeFile(join(run, path), content);
  const about = JSON.parse(await readFile(join(run, "backup.json"), "utf8")) as About;
  const others = about.contents.filter((file) => file.path !== path);
  const size = (await readFile(join(run, path))).length;
  const contents = [...others, { path, size, sha256: await sha256Of(join(run, path)) }];
  await writeFile(join(run, "backup.json"), JSON.stringify({ ...about, contents }));
  await writeFile(join(run, "backup.json.sha256"), `${await sha256Of(join(run, "backup.json"))}  backup.json\n`);
}

/** A flat JPEG may have the same bytes as a picture that is made from it. */
export const distinctPicture = () => makePicture({ format: "png", colour: "#336699" });
