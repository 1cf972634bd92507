import { openSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A program that becomes the Node of its arguments. From then on Linux lets it read only what `--allow-fs-read` names among
 * them, and write nothing: Node's permission model does not bind native code such as that of the decoders, but Landlock, a
 * part of the kernel, does. The kernel takes nothing back, and the rules also hold for every program that the process starts.
 */

// linux/landlock.h and linux/prctl.h; the numbers are the same on every processor.
const [CREATE_RULESET, ADD_RULE, RESTRICT_SELF] = [444n, 445n, 446n];
const [VERSION_FLAG, PATH_BENEATH, SET_NO_NEW_PRIVILEGES] = [1n, 1n, 38n];
const [EXECUTE, READ_FILE, READ_FOLDER] = [1n, 4n, 8n];
/** How many kinds of access to files each version of Landlock knows, from the first on. */
const FILE_RIGHTS = [13n, 14n, 15n, 15n, 16n];
/** Connecting and listening by TCP, and reaching other processes by signals and abstract sockets. */
const [NETWORK, SCOPES] = [3n, 3n];

const args = process.argv.slice(2);
const unconfined = confine(args.flatMap((arg) => /^--allow-fs-read=(.+)/.exec(arg)?.[1] ?? []));
process.execve?.(process.execPath, [process.execPath, ...args], {
  ...process.env,
  // Node has taken these out of the environment. Only the three standard streams stay open, so the channel is the first.
  ...(process.channel && { NODE_CHANNEL_FD: "0", NODE_CHANNEL_SERIALIZATION_MODE: "advanced" }),
  ...(unconfined && { UNCONFINED: unconfined }),
});

/** Returns why not. Neither an old kernel nor another Node is a reason to show no pictures. */
function confine(readable: readonly string[]): string | undefined {
  try {
    restrictTo(readable);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function restrictTo(readable: readonly string[]): void {
  const ffi = process.getBuiltinModule("node:ffi");
  if (!ffi) throw new Error("this Node cannot call the kernel");
  const five = { arguments: ["int64", "int64", "int64", "int64", "int64"], return: "int64" } as const;
  const { functions } = ffi.dlopen(null, { syscall: five, prctl: five });
  const call = (number: bigint, [a = 0n, b = 0n, c = 0n]: bigint[]) => {
    const result = functions.syscall(number, a, b, c, 0n);
    if (result < 0n) throw new Error(`the kernel refuses call ${number} of Landlock`);
    return result;
  };

  const version = call(CREATE_RULESET, [0n, 0n, VERSION_FLAG]);
  const rights = (1n << (FILE_RIGHTS[Number(version) - 1] ?? 16n)) - 1n;
  const handled = BigUint64Array.from([rights, ...(version < 4n ? [] : [NETWORK]), ...(version < 6n ? [] : [SCOPES])]);
  const ruleset = call(CREATE_RULESET, [ffi.getRawPointer(handled), BigInt(handled.byteLength)]);
  const allow = (path: string, access: bigint) => {
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(statSync(path).isDirectory() ? access | READ_FOLDER : access);
    rule.writeInt32LE(openSync(path, "r"), 8);
    call(ADD_RULE, [ruleset, PATH_BENEATH, ffi.getRawPointer(rule)]);
  };
  for (const path of readable) allow(path, READ_FILE);
  for (const path of nodeAndLibraries()) allow(path, READ_FILE | EXECUTE);
  functions.prctl(SET_NO_NEW_PRIVILEGES, 1n, 0n, 0n, 0n);
  call(RESTRICT_SELF, [ruleset, 0n]);
}

/** Of the system's libraries their folders, because those of the decoders are beside Node's. */
function nodeAndLibraries(): Set<string> {
  const libraries = readFileSync("/proc/self/maps", "utf8").matchAll(/ (\/.+\.so(?:\.\d+)*)$/gm);
  return new Set([process.execPath, ...[...libraries].map(([, path = ""]) => dirname(path))]);
}
