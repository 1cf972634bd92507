import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "../../..");
/** The program and its packages, and nothing else beside them, such as a data folder. */
const PROGRAM = [
  ...["package.json", "bin", "contract", "server"].map((name) => join(ROOT, name)),
  // Node also reads a package where it really is: a release can link to packages elsewhere.
  ...(createRequire(import.meta.url).resolve.paths("sharp") ?? [])
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, realpathSync(path)]),
];
/** An installed program runs its TypeScript with the help of a hook (bin/strip-types.mjs), and so must its children. */
const TYPE_FLAGS = process.execArgv.filter((flag) => /(strip-types\.mjs|=ExperimentalWarning)$/.test(flag));
const isLinux = process.platform === "linux";
const CONFINE = [...TYPE_FLAGS, "--no-warnings", fileURLToPath(new URL("./confine.ts", import.meta.url))];

/**
 * Starts a Node for untrusted bytes, with a channel for messages. It can read the program and this folder; it has no network,
 * writes no file and starts no program or thread. Node's permission model does not bind native code, such as sharp, which
 * decodes (the silenced warning says so). On Linux the kernel binds it; elsewhere there are only the header gate and the four
 * loaders.
 */
export function startConfinedNode(folder: string, args: readonly string[]): ChildProcess {
  const readable = [...PROGRAM, folder].map((path) => `--allow-fs-read=${path}`);
  const flags = ["--permission", "--allow-addons", ...readable, "--disable-warning=PERM0001", ...TYPE_FLAGS];
  return spawn(process.execPath, [...(isLinux ? CONFINE : []), ...flags, ...args], {
    serialization: "advanced",
    // In this order: only the three standard streams stay open when `confine.ts` becomes the decoder.
    stdio: ["ipc", "inherit", "inherit"],
    // No secrets of the environment. Few arenas, so that freed memory is returned. OpenSSL's settings cannot be read.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2", OPENSSL_CONF: "" },
  });
}
