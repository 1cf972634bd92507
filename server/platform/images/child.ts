import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { PictureRefusedError } from "./images.ts";
import type { WorkerResponse, WorkerTask } from "./worker-messages.ts";

/** The process ended during a picture, and not because we stopped it. SIGKILL: the kernel ran out of memory. */
export class ChildDiedError extends Error {
  readonly signal: NodeJS.Signals | null;
  constructor(signal: NodeJS.Signals | null) {
    super(`The picture process ended (${signal ?? "exit"})`);
    this.signal = signal;
  }
}

export type Child = {
  /** One task at a time. */
  run(task: WorkerTask, maxSeconds: number): Promise<WorkerResponse>;
  isAlive(): boolean;
  kill(): Promise<void>;
};

const WATCH_INTERVAL_MS = 500;
/** On a busy machine a normal picture may wait for the processor; one that takes this many times longer hangs. */
const HANG_FACTOR = 15;
/** Pages and API calls go first, but pictures still make progress on a busy machine. */
const NICENESS = 5;

/**
 * Untrusted bytes are decoded here. With Node's permission model the process has no network, writes no file and starts no
 * program or thread. It must load sharp, an addon, whose native code these rules do not bind: for that there are the
 * header gate, the four loaders and, on a server, the systemd unit. It may read everything, because pictures come from any
 * folder. The silenced warning says that about addons.
 */
export const DECODER_FLAGS = ["--permission", "--allow-addons", "--allow-fs-read=*", "--disable-warning=PERM0001"];

/** An installed package runs TypeScript with the help of a hook (bin/strip-types.mjs), and so must its children. */
const TYPE_FLAGS = process.execArgv.filter((flag) => /(strip-types\.mjs|=ExperimentalWarning)$/.test(flag));

export function startChild(): Child {
  const child = fork(new URL("./worker.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: ["--expose-gc", ...DECODER_FLAGS, ...TYPE_FLAGS],
    // Untrusted bytes are decoded here: pass on no secrets of the environment. Few arenas, so that freed memory is returned.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2" },
  });
  // An unhandled error event would end the server. The running task notices the failure anyway.
  child.on("error", () => {});
  lowerPriority(child);
  const exited = once(child, "exit").catch(() => {});

  return {
    run: (task, maxSeconds) => runTask(child, task, maxSeconds),
    isAlive: () => child.connected,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Without a pid the process did not start; the first task will fail. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has already ended, or the system does not allow it: keep the normal priority.
  }
}

function runTask(child: ChildProcess, task: WorkerTask, maxSeconds: number): Promise<WorkerResponse> {
  return new Promise((resolve, reject) => {
    const cpuBefore = cpuSeconds(child.pid);
    const startedAt = performance.now();
    const watch = setInterval(() => {
      const waited = (performance.now() - startedAt) / 1000;
      const cpuNow = cpuSeconds(child.pid);
      const used = cpuNow === undefined || cpuBefore === undefined ? waited : cpuNow - cpuBefore;
      if (used >= maxSeconds) {
        settle(() => reject(new PictureRefusedError("TOO_COMPLEX", "The picture takes too long to read.")));
      } else if (waited >= maxSeconds * HANG_FACTOR) {
        settle(() => reject(new Error("The picture process hangs")));
      }
    }, WATCH_INTERVAL_MS);

    const onMessage = (response: unknown) => {
      // The worker sends nothing else.
      settle(() => resolve(response as WorkerResponse));
    };
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
      settle(() => reject(new ChildDiedError(signal)));
    const onError = (error: Error) => settle(() => reject(error));
    const settle = (finish: () => void) => {
      clearInterval(watch);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      finish();
    };
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    // Sending fails if the process has already ended.
    child.send(task, (error) => error && onExit(null, null));
  });
}

/** Of all threads; the kernel counts in hundredths of a second. Undefined without /proc. */
function cpuSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
