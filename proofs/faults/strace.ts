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
export async function injectInto(
  tids: readonly number[],
  call: string,
  injection: string,
): Promise<() => Promise<void>> {
  const threads = tids.flatMap((tid) => ["-p", String(tid)]);
  const strace = spawn(
    "strace",
    [...threads, "-e", `trace=${call}`, "-e", `inject=${call}:${injection}`, "-o", "/dev/null"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
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
