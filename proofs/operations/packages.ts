import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** The first commit that `npm pack` makes a package of. Its database is older than today's. */
const VERSION_BEFORE = process.env.VITRINE_BEFORE ?? "14ad240";

export type Packages = { before: string; current: string; next: string };

/** What an operator installs: an earlier version, this checkout, and this checkout under a later number. */
export function makePackages(home: string): Packages {
  const current = pack(".", join(home, "current"));
  return { before: packBefore(home), current, next: renumber(current, join(home, "next")) };
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

function renumber(packed: string, target: string): string {
  mkdirSync(target);
  execFileSync("tar", ["-xzf", packed, "-C", target]);
  for (const name of ["package.json", "npm-shrinkwrap.json"]) {
    // The first version in each file is the package's own.
    execFileSync("sed", ["-i", '0,/"version": /s/"version": .*/"version": "9.9.9",/', join(target, "package", name)]);
  }
  const file = join(target, "vitrine-9.9.9.tgz");
  execFileSync("tar", ["-czf", `${file}.part`, "-C", target, "package"]);
  renameSync(`${file}.part`, file);
  return file;
}

function onlyFile(folder: string): string {
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}
