import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export type Version = { version: string; commit: string | undefined };

const COMMIT_CHARS = 12;
let ours: Promise<Version> | undefined;

/** Of the program that runs, which does not change while it does. */
export const readVersion = (): Promise<Version> => (ours ??= versionOf(join(import.meta.dirname, "..", "..")));

/** Of the program in this folder. The commit is that of a clone, or what `npm pack` has written down; a copy may have neither. */
export async function versionOf(folder: string): Promise<Version> {
  // Our own file.
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const read = existsSync(join(folder, ".git")) ? askGit(folder) : readFile(join(folder, "COMMIT"), "utf8");
  const commit = await read.catch(() => "");
  return { version, commit: /^[0-9a-f]{40}/.test(commit) ? commit.slice(0, COMMIT_CHARS) : undefined };
}

async function askGit(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["--git-dir", join(folder, ".git"), "rev-parse", "HEAD"]);
  return stdout;
}
