import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { packageOf } = createRequire(import.meta.url)("../../bin/find-node.cjs");

/** A Node and an npm, as folders of their packages. */
export type Runtime = { node: string; npm: string };

/** From the registry, the newest of these major versions. */
export function getRuntime(home: string, node: number, npm: number): Runtime {
  const name = packageOf(process);
  return { node: join(get(home, `${name}@${node}`), name), npm: join(get(home, `npm@${npm}`), "npm") };
}

const gotten = new Map<string, string>();

function get(home: string, wanted: string): string {
  const known = gotten.get(wanted);
  if (known) return known;
  const prefix = join(home, "runtimes", wanted);
  mkdirSync(prefix, { recursive: true });
  execFileSync("npm", ["install", "--silent", "--no-package-lock", "--prefix", prefix, wanted]);
  const modules = join(prefix, "node_modules");
  gotten.set(wanted, modules);
  return modules;
}

/** Puts both where an administrator would: below /usr/local, or another such folder. */
export function installRuntime({ node, npm }: Runtime, folder: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  mkdirSync(join(folder, "lib/node_modules"), { recursive: true });
  execFileSync("cp", [join(node, "bin/node"), join(folder, "bin/node")]);
  execFileSync("cp", ["--recursive", npm, join(folder, "lib/node_modules/npm")]);
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, "bin", name));
  }
}
