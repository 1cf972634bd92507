import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Platform, Release } from "./program.ts";

/**
 * `vitrine-1.0.0-linux-x64.tar.gz`, with one folder of that name and a link to the program in it: unpacked over an earlier version, the
 * same command starts the new one.
 */
export function packProgram({ name }: Platform, folder: string, { version, builtAt, target }: Release): void {
  const title = `vitrine-${version}-${name}`;
  const link = join(dirname(folder), "vitrine");
  rmSync(link, { force: true });
  symlinkSync(`${title}/vitrine`, link);
  // Not in what the link says, which is its target.
  const rename = `--transform=s,^${basename(folder)},${title},S`;
  writeTar(dirname(folder), [basename(folder), "vitrine"], join(target, `${title}.tar.gz`), builtAt, [rename]);
}

/** Of these entries of a folder. The same bytes for the same files, whatever this machine's clock, user and umask are. */
export function writeTar(folder: string, names: string[], file: string, builtAt: number, more: string[] = []): void {
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
  const gzip = file.endsWith(".gz") ? ["--use-compress-program=gzip -6n"] : [];
  const same = ["--format=gnu", "--sort=name", `--mtime=@${builtAt}`, ...owner, ...gzip];
  const output = openSync(file, "w");
  execFileSync("tar", ["--create", ...same, ...more, "-C", folder, ...names], { stdio: ["ignore", output, "inherit"] });
  closeSync(output);
}
