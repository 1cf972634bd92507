import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { ServerProcess } from "../../rig/server-process.ts";

/** The main thread makes SQLite's calls, the thread pool those for files. */
export type Thread = "database" | "files";

export function threadsOf({ pid }: ServerProcess, thread: Thread): number[] {
  if (thread === "database") return [pid];
  return readdirSync(`/proc/${pid}/task`)
    .filter((tid) => readFileSync(`/proc/${pid}/task/${tid}/comm`, "utf8").startsWith("libuv-worker"))
    .map(Number);
}

/** Tampers with a system call of these threads, counted per thread. Returns what ends it. */
export function injectInto(tids: readonly number[], call: string, injection: string): Promise<() => Promise<void>> {
  return attach(tids, ["-e", `trace=${call}`, "-e", `inject=${call}:${injection}`, "-o", "/dev/null"]);
}

/** What these threads write to while the work runs: paths, and names of what is not a file. `log` is left behind. */
export async function writtenPaths(tids: readonly number[], log: string, work: () => Promise<unknown>) {
  const detach = await attach(tids, ["-e", "trace=write,writev,pwrite64,pwritev", "-y", "-o", log]);
  await work();
  await detach();
  return Array.from(readFileSync(log, "utf8").matchAll(/write[v64]*\(\d+<([^>]*)>/g), ([, path = ""]) => path);
}

async function attach(tids: readonly number[], options: string[]): Promise<() => Promise<void>> {
  const threads = tids.flatMap((tid) => ["-p", String(tid)]);
  const strace = spawn("strace", [...threads, ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit");
  let attached = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Read to the end: strace exits when it cannot write.
  strace.stderr.on("data", (chunk) => {
    attached += String(chunk).match(/attached/g)?.length ?? 0;
    if (attached >= tids.length) resolve();
  });
  await promise;
  return async () => {
    // On SIGTERM it would wait for threads that are in a call.
    strace.kill("SIGKILL");
    await ended;
  };
}
