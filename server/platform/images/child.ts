import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { PictureRefused } from "./images.ts";
import type { WorkerAnswer, WorkerTask } from "./worker.ts";

/** The process went away under a picture by no doing of ours; SIGKILL is what the kernel sends when memory runs out. */
export class ChildDied extends Error {
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
/** A busy machine may make an honest picture wait for the processor; one that hangs gets no further than this. */
const WALL_FACTOR = 3;

export function startChild(): Child {
  const child = fork(new URL("./worker.ts", import.meta.url), {
    serialization: "advanced",
    execArgv: [],
    // No secret of the server's environment goes where strangers' bytes are decoded. One arena: freed memory goes back.
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: "2" },
  });
  // Pages and answers go before pictures.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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

function runTask(child: ChildProcess, task: WorkerTask, maxSeconds: number): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const cpuBefore = cpuSeconds(child.pid);
    const startedAt = performance.now();
    const watch = setInterval(() => {
      const wall = (performance.now() - startedAt) / 1000;
      if (cpuSeconds(child.pid) - cpuBefore < maxSeconds && wall < maxSeconds * WALL_FACTOR) return;
      settle(() => reject(new PictureRefused("TOO_COMPLEX", "The picture takes too long to read.")));
      child.kill("SIGKILL");
    }, WATCH_INTERVAL_MS);

    const onMessage = (answer: unknown) => {
      // The worker sends nothing else.
      settle(() => resolve(answer as WorkerAnswer));
    };
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => settle(() => reject(new ChildDied(signal)));
    const onError = (error: Error) => settle(() => reject(error));
    const settle = (finish: () => void) => {
      clearInterval(watch);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      finish();
    };
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    child.send(task, (error) => error && onError(error));
  });
}

/** Of all the process's threads. The kernel counts in hundredths; where there is no /proc only the wall limit holds. */
function cpuSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name before it, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
