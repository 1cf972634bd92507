import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { versionOf } from "./version.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-version-"));
  await writeFile(join(folder, "package.json"), '{ "version": "1.2.3" }');
});
afterEach(() => rm(folder, { recursive: true }));

const git = (...parameters: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@b", ...parameters], { encoding: "utf8" });

// A machine that got a copy may have none.
const hasGit = spawnSync("git", ["--version"]).status === 0;

test.runIf(hasGit)("a clone has the commit that is checked out", async () => {
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message=One");
  expect(await versionOf(folder)).toEqual({ version: "1.2.3", commit: git("rev-parse", "HEAD").slice(0, 12) });
});

test("a release has the commit that was written down when it was built", async () => {
  await writeFile(join(folder, "COMMIT"), `${"0123456789".repeat(4)}\n`);
  expect(await versionOf(folder)).toEqual({ version: "1.2.3", commit: "012345678901" });
});

test("where no commit is known, the version is", async () => {
  const unknown = { version: "1.2.3", commit: undefined };
  expect(await versionOf(folder)).toEqual(unknown);
  await writeFile(join(folder, "COMMIT"), "");
  expect(await versionOf(folder)).toEqual(unknown);
  // As in a clone without a commit.
  await mkdir(join(folder, ".git"));
  expect(await versionOf(folder)).toEqual(unknown);
});
