import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The first commit that `npm pack` makes a package of. Its database is older than today's. */
const VERSION_BEFORE = process.env.VITRINE_BEFORE ?? "14ad240";

export type Packages = { before: string; current: string; next: string; broken: string };

/**
 * What an operator installs: an earlier version, this checkout, this checkout under a later number, and one that changes the database
 * and does not start.
 */
export function makePackages(home: string): Packages {
  const current = pack(".", join(home, "current"));
  return {
    before: packBefore(home),
    current,
    next: repack(current, join(home, "next"), "9.9.9"),
    broken: repack(current, join(home, "broken"), "9.9.10", breakStart),
  };
}

export function pack(project: string, target: string): string {
  mkdirSync(target);
  execFileSync("npm", ["pack", "--pack-destination", target], { cwd: project, stdio: ["ignore", "ignore", "inherit"] });
  return onlyFile(target);
}

function packBefore(home: string): string {
  const project = join(home, "project-before");
  mkdirSync(project);
  const archive = execFileSync("git", ["archive", VERSION_BEFORE], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", project], { input: archive });
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  return pack(project, join(home, "before"));
}

function repack(packed: string, target: string, version: string, change = (_folder: string) => {}): string {
  mkdirSync(target);
  execFileSync("tar", ["-xzf", packed, "-C", target]);
  const folder = join(target, "package");
  for (const name of ["package.json", "npm-shrinkwrap.json"]) {
    // The first version in each file is the package's own.
    const own = `0,/"version": /s/"version": .*/"version": "${version}",/`;
    execFileSync("sed", ["-i", own, join(folder, name)]);
  }
  change(folder);
  const file = join(target, `vitrine-${version}.tgz`);
  execFileSync("tar", ["-czf", `${file}.part`, "-C", target, "package"]);
  renameSync(`${file}.part`, file);
  return file;
}

function breakStart(folder: string): void {
  writeFileSync(join(folder, "server/db/migrations/999-planted.ts"), "export const up = async () => {};\n");
  const start = join(folder, "server/start.ts");
  const text = readFileSync(start, "utf8");
  writeFileSync(start, text.replace("await requireSameKey(", 'throw new Error("planted");\n    await requireSameKey('));
}

function onlyFile(folder: string): string {
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}
