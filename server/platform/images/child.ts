import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { PictureRefusedError } from "./images.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** The process went away under a picture by no doing of ours; SIGKILL is what the kernel sends when memory runs out. */
export class ChildDiedError extends Error {
  readonly signal: NodeJS.Signals | null;
  constructor(signal: NodeJS.Signals | null) {
    super(`The picture process ended (${signal ?? "exit"})`);
    this.signal = signal;
  }
}

export type Child = {
  /** One at a time. */
  run(task: WorkerTask, maxSeconds: number): Promise<WorkerAnswer>;
  isAlive(): boolean;
  kill(): Promise<void>;
};

const WATCH_INTERVAL_MS = 500;
/** A busy machine may keep an honest picture waiting for the processor; one that has waited so much longer hangs. */
const HANG_FACTOR = 15;
/** Pages and answers go first, and pictures still get on where others keep the machine busy. */
const NICENESS = 5;

export function startChild(): Child {
  const child = fork(new URL("./worker.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: ["--expose-gc"],
    // No secret of the server's environment goes where strangers' bytes are decoded. One arena: freed memory goes back.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2" },
  });
  // An error that nobody listens for would end the server. What matters of it, the running task hears by itself.
  child.on("error", () => {});
  giveWay(child);
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

/** Without a process id it did not start, which the first task finds out. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the system does not allow it: it works, or fails, at the usual priority.
  }
}

function runTask(child: ChildProcess, task: WorkerTask, maxSeconds: number): Promise<WorkerAnswer> {
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

    const onMessage = (answer: unknown) => {
      // The worker sends nothing else.
      settle(() => resolve(answer as WorkerAnswer));
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
    // It cannot be told when it is gone already.
    child.send(task, (error) => error && onExit(null, null));
  });
}

/** Of all the process's threads, which the kernel counts in hundredths. Undefined where there is no /proc. */
function cpuSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name before it, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
