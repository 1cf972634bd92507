import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { copyFile, link, rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makePrivateFolder } from "../private-files.ts";
import { startConfinedNode } from "./confined-node.ts";
import { PictureRefusedError } from "./images.ts";
import type { WorkerReady, WorkerResponse, WorkerTask } from "./worker-messages.ts";

/** The process ended during a picture, and not because we stopped it. SIGKILL: the kernel ran out of memory. */
export class ChildDiedError extends Error {
  readonly signal: NodeJS.Signals | null;
  constructor(signal: NodeJS.Signals | null) {
    super(`The picture process ended (${signal ?? "exit"})`);
    this.signal = signal;
  }
}

export type Child = {
  /** One task at a time, about the file at this path. */
  run(path: string, task: WorkerTask, maxSeconds: number): Promise<WorkerResponse>;
  isAlive(): boolean;
  kill(): Promise<void>;
};

const WATCH_INTERVAL_MS = 500;
/** On a busy machine a normal picture may wait for the processor; one that takes this many times longer hangs. */
const HANG_FACTOR = 15;
/** Pages and API calls go first, but pictures still make progress on a busy machine. */
const NICENESS = 5;

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** Each child has its own folder in this one, where it finds the file that it is to decode: it can read no other. */
export function startChild(inFolder: string, onUnconfined: (reason: string) => void): Child {
  makePrivateFolder(inFolder);
  const folder = mkdtempSync(join(inFolder, "decoder-"));
  const file = join(folder, "file");
  const child = startConfinedNode(folder, ["--expose-gc", WORKER, file]);
  // An unhandled error event would end the server. The running task notices the failure anyway.
  child.on("error", () => {});
  lowerPriority(child);
  const ready = once(child, "message").then(([message]) => {
    // The worker says nothing else first.
    const { unconfined } = message as WorkerReady;
    if (unconfined) onUnconfined(unconfined);
  });
  // One that ends before it is ready ends its task as well.
  ready.catch(() => {});
  const exited = once(child, "exit")
    .catch(() => {})
    .then(() => rm(folder, { recursive: true, force: true }));

  return {
    async run(path, task, maxSeconds) {
      // A hard link costs nothing, and nothing writes to the file. Not every file system supports links.
      await link(path, file).catch(() => copyFile(path, file));
      try {
        return await runTask(child, ready, { task, maxSeconds });
      } finally {
        await rm(file, { force: true });
      }
    },
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

type Run = { task: WorkerTask; maxSeconds: number };

function runTask(child: ChildProcess, ready: Promise<void>, { task, maxSeconds }: Run): Promise<WorkerResponse> {
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
    child.on("exit", onExit).on("error", onError);
    // Sending fails if the process has already ended.
    const send = () => child.on("message", onMessage).send(task, (error) => error && onExit(null, null));
    ready.then(send, () => {});
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
