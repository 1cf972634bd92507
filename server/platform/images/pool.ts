import { availableParallelism, totalmem } from "node:os";
import type { PictureSize } from "../../../contract/limits.ts";
import { PICTURE_MAX_SECONDS } from "../../../contract/limits.ts";
import { type Child, ChildDiedError, startChild } from "./child.ts";
import { readHeader } from "./gate.ts";
import { type Images, ImagesBusyError, type MadePictures, type MakeOptions, PictureRefusedError } from "./images.ts";
import { isTooHeavy, mustBeAlone, processesFor } from "./memory.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

type Priority = NonNullable<MakeOptions["priority"]>;
type Job = {
  task: WorkerTask;
  isAlone: boolean;
  attempts: number;
  resolve: (made: MadePictures) => void;
  reject: (error: unknown) => void;
};

export type ImagesOptions = { processes?: number; queueLimits?: Record<Priority, number>; maxSeconds?: number };

/** The owner waits for an upload to finish; a visitor is better off trying again later. */
const QUEUE_LIMITS: Record<Priority, number> = { owner: 1_000, visitor: 32 };
/** Every nth start is a visitor's, or a long batch would lock visitors out. */
const VISITOR_TURN = 4;
const IDLE_MS = 30_000;
/** The decoder crashed on these bytes, and would do so again. */
const CRASH_SIGNALS: (NodeJS.Signals | null)[] = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE"];

/**
 * Makes pictures in child processes, one per core. Children start when there is work and end after a while without any.
 * One that dies or takes too long fails only its own picture.
 */
export function startImages({
  processes = processesFor(availableParallelism(), memoryBytes()),
  queueLimits = QUEUE_LIMITS,
  maxSeconds = PICTURE_MAX_SECONDS,
}: ImagesOptions = {}): Images {
  const waiting: Record<Priority, Job[]> = { owner: [], visitor: [] };
  /** Includes those whose header is being read. */
  const pending: Record<Priority, number> = { owner: 0, visitor: 0 };
  const idle = new Map<Child, NodeJS.Timeout>();
  const children = new Set<Child>();
  let running = 0;
  let isAloneRunning = false;
  let starts = 0;
  let isClosed = false;

  return { make, close };

  async function make(
    path: string,
    sizes: readonly PictureSize[],
    { priority = "owner", formats = ["jpeg", "avif"] }: MakeOptions = {},
  ) {
    if (isClosed) throw new ImagesBusyError("The server is shutting down.");
    if (pending[priority] >= queueLimits[priority]) throw new ImagesBusyError("Too many pictures are waiting.");
    pending[priority] += 1;
    try {
      const header = await readHeader(path);
      if (isTooHeavy(header)) {
        throw new PictureRefusedError(
          "TOO_COMPLEX",
          "The picture is stored in a way that takes too much memory to read.",
        );
      }
      return await new Promise<MadePictures>((resolve, reject) => {
        const isAlone = mustBeAlone(header, sizes);
        waiting[priority].push({ task: { path, header, sizes, formats }, isAlone, attempts: 0, resolve, reject });
        startWaiting();
      });
    } finally {
      pending[priority] -= 1;
    }
  }

  function startWaiting() {
    while (running < processes && !isAloneRunning) {
      const isVisitorsTurn = starts % VISITOR_TURN === VISITOR_TURN - 1;
      const order = isVisitorsTurn ? [waiting.visitor, waiting.owner] : [waiting.owner, waiting.visitor];
      const queue = order.find((jobs) => jobs.length > 0);
      const job = queue?.[0];
      // A picture that must run alone waits, and so do those behind it: if they overtook it, it might never run.
      if (!queue || !job || (job.isAlone && running > 0)) return;
      queue.shift();
      starts += 1;
      void run(job);
    }
  }

  async function run(job: Job) {
    running += 1;
    isAloneRunning = job.isAlone;
    let child: Child | undefined;
    let isFit = false;
    try {
      if (job.isAlone) await Promise.all([...idle.keys()].map(stop));
      if (isClosed) throw new ImagesBusyError("The server is shutting down.");
      child = takeChild();
      const answer = await child.run(job.task, maxSeconds);
      isFit = true;
      job.resolve(madeOf(answer));
    } catch (error) {
      job.attempts += 1;
      if (isClosed) job.reject(new ImagesBusyError("The server is shutting down."));
      else if (!(error instanceof ChildDiedError)) job.reject(error);
      else if (CRASH_SIGNALS.includes(error.signal)) job.reject(crashed());
      // Killed from outside, perhaps for lack of memory; the picture may not be the cause.
      else if (job.attempts === 1) waiting.owner.unshift(job);
      else job.reject(error);
    } finally {
      // A child that used a lot of memory returns it by ending.
      if (child && isFit && !job.isAlone && !isClosed) release(child);
      else if (child) await stop(child);
      running -= 1;
      isAloneRunning = false;
      startWaiting();
    }
  }

  function takeChild(): Child {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.isAlive()) return child;
      children.delete(child);
    }
    try {
      const child = startChild();
      children.add(child);
      return child;
    } catch (error) {
      // Out of memory or processes: not the picture's fault, and it may work in a moment.
      throw new ImagesBusyError("No process could be started for the picture.", { cause: error });
    }
  }

  function release(child: Child) {
    idle.set(
      child,
      setTimeout(() => stop(child), IDLE_MS),
    );
  }

  async function stop(child: Child) {
    clearTimeout(idle.get(child));
    idle.delete(child);
    await child.kill();
    children.delete(child);
  }

  async function close() {
    isClosed = true;
    for (const job of [...waiting.owner.splice(0), ...waiting.visitor.splice(0)]) {
      job.reject(new ImagesBusyError("The server is shutting down."));
    }
    await Promise.all([...children].map(stop));
  }
}

function madeOf(answer: WorkerAnswer): MadePictures {
  if (answer.outcome === "made") return answer.made;
  if (answer.outcome === "refused") throw new PictureRefusedError(answer.reason, answer.message);
  throw new Error(answer.message);
}

const crashed = () => new PictureRefusedError("CORRUPT_IMAGE", "The picture is damaged and cannot be read.");

/** A container's limit counts, where there is one. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
