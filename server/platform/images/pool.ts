import { availableParallelism, tmpdir, totalmem } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { PictureSize } from "../../../contract/limits.ts";
import { PICTURE_MAX_SECONDS } from "../../../contract/limits.ts";
import type { Log } from "../../log.ts";
import { type Child, ChildDiedError, startChild } from "./child.ts";
import { readHeader } from "./gate.ts";
import { type Images, ImagesBusyError, type MadePictures, type MakeOptions, PictureRefusedError } from "./images.ts";
import { isTooHeavy, mustBeAlone, processesFor } from "./memory.ts";
import type { WorkerResponse, WorkerTask } from "./worker-messages.ts";

type Priority = NonNullable<MakeOptions["priority"]>;
type Job = {
  priority: Priority;
  path: string;
  task: WorkerTask;
  isAlone: boolean;
  attempts: number;
  /** Stopped for a picture that someone waits for; it starts over later. */
  isInterrupted: boolean;
  /** No longer wanted. */
  isDropped: boolean;
  child?: Child | undefined;
  resolve: (made: MadePictures) => void;
  reject: (error: unknown) => void;
};

export type ImagesOptions = {
  /** Where children get the files they decode, best on the same disk as those. */
  folder?: string;
  log?: Pick<Log, "warn">;
  memoryBytes?: number | undefined;
  processes?: number;
  queueLimits?: Partial<Record<Priority, number>>;
  maxSeconds?: number;
  quietMs?: number;
  idleMs?: number;
};

/** The owner waits for an upload to finish; a visitor is better off trying again later. */
const QUEUE_LIMITS: Record<Priority, number> = { owner: 1_000, visitor: 32, background: 10 };
/** Every nth start is a visitor's, or a long batch would lock visitors out. */
const VISITOR_TURN = 4;
/** The limit is meant for decoders that hang; a grainy AVIF of 3840 px takes long honestly, on a slow machine above all. */
const XLARGE_TIME_FACTOR = 3;
const IDLE_MS = 30_000;
/** Background work waits this long after the last other picture: the next file of an upload may be on its way. */
const QUIET_MS = 1_000;
/** How often to look whether the pictures that someone waits for are done. */
const LOOK_MS = 100;
/** The decoder crashed on these bytes, and would do so again. */
const CRASH_SIGNALS: (NodeJS.Signals | null)[] = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE"];

/**
 * Makes pictures in child processes, one per core. Children start when there is work and end after a while without any.
 * One that dies or takes too long fails only its own picture. Background work is stopped as soon as anyone asks for another
 * picture, and starts over later: it never takes a core or memory from a picture that someone waits for.
 */
export function startImages({
  folder = tmpdir(),
  log,
  memoryBytes = machineMemoryBytes(),
  processes = processesFor(availableParallelism(), memoryBytes),
  queueLimits = {},
  maxSeconds = PICTURE_MAX_SECONDS,
  quietMs = QUIET_MS,
  idleMs = IDLE_MS,
}: ImagesOptions = {}): Images {
  const limits = { ...QUEUE_LIMITS, ...queueLimits };
  const waiting: Record<Priority, Job[]> = { owner: [], visitor: [], background: [] };
  /** Includes those whose header is being read. */
  const pending: Record<Priority, number> = { owner: 0, visitor: 0, background: 0 };
  const idle = new Map<Child, NodeJS.Timeout>();
  const children = new Set<Child>();
  let running = 0;
  let isAloneRunning = false;
  let starts = 0;
  let isClosed = false;
  let hasWarned = false;
  let lastWantedAt = Number.NEGATIVE_INFINITY;
  let quietTimer: NodeJS.Timeout | undefined;
  let inBackground: Job | undefined;

  const isWanted = () => pending.owner + pending.visitor > 0;
  const msUntilQuiet = () => quietMs - (performance.now() - lastWantedAt);

  return { make, quiet, close };

  async function make(path: string, sizes: readonly PictureSize[], options: MakeOptions = {}) {
    const { priority = "owner", hasTime = priority === "background" } = options;
    const { formats = ["jpeg", "avif"], focalPoint = null, emblems = [], signal } = options;
    const { watermark = null, largestPx = null } = options;
    if (isClosed) throw new ImagesBusyError("The server is shutting down.");
    if (pending[priority] >= limits[priority]) throw new ImagesBusyError("Too many pictures are waiting.");
    pending[priority] += 1;
    if (priority !== "background") interruptBackground();
    let job: Job | undefined;
    const giveUp = () => job && drop(job, signal?.reason);
    signal?.addEventListener("abort", giveUp);
    try {
      const header = await readHeader(path, options);
      if (isTooHeavy(header)) {
        throw new PictureRefusedError(
          "TOO_COMPLEX",
          "The picture is stored in a way that takes too much memory to read.",
        );
      }
      return await new Promise<MadePictures>((resolve, reject) => {
        const isAlone = mustBeAlone(header, sizes, memoryBytes / processes);
        const task = { header, sizes, formats, focalPoint, emblems, hasTime, watermark, largestPx };
        job = { priority, path, task, isAlone, attempts: 0, isInterrupted: false, isDropped: false, resolve, reject };
        waiting[priority].push(job);
        if (signal?.aborted) giveUp();
        startWaiting();
        startBackground();
      });
    } finally {
      signal?.removeEventListener("abort", giveUp);
      pending[priority] -= 1;
      if (priority !== "background") lastWantedAt = performance.now();
      startBackground();
    }
  }

  function drop(job: Job, reason: unknown) {
    const queue = waiting[job.priority];
    if (queue.includes(job)) queue.splice(queue.indexOf(job), 1);
    job.isDropped = true;
    void job.child?.kill();
    job.reject(reason);
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

  async function quiet(signal: AbortSignal) {
    while (isWanted() || msUntilQuiet() > 0) {
      await delay(Math.max(msUntilQuiet(), LOOK_MS), undefined, { signal, ref: false });
    }
  }

  function startBackground() {
    const [job] = waiting.background;
    if (!job || running > 0 || isWanted()) return;
    clearTimeout(quietTimer);
    const waitMs = msUntilQuiet();
    if (waitMs > 0) {
      quietTimer = setTimeout(startBackground, waitMs);
      quietTimer.unref();
      return;
    }
    waiting.background.shift();
    inBackground = job;
    void run(job).finally(() => {
      inBackground = undefined;
      startBackground();
    });
  }

  function interruptBackground() {
    if (!inBackground) return;
    inBackground.isInterrupted = true;
    void inBackground.child?.kill();
  }

  async function run(job: Job) {
    running += 1;
    isAloneRunning = job.isAlone;
    let isFit = false;
    try {
      if (job.isAlone) await Promise.all([...idle.keys()].map(stop));
      if (isClosed) throw new ImagesBusyError("The server is shutting down.");
      if (job.isInterrupted || job.isDropped) throw new ChildDiedError(null);
      job.child = takeChild();
      const timeFactor = job.task.sizes.includes("xlarge") ? XLARGE_TIME_FACTOR : 1;
      const response = await job.child.run(job.path, job.task, maxSeconds * timeFactor);
      isFit = true;
      job.resolve(madeOf(response));
    } catch (error) {
      retryOrReject(job, error);
    } finally {
      const { child } = job;
      job.child = undefined;
      // A child that used a lot of memory returns it by ending.
      if (child && isFit && !job.isAlone && !isClosed) release(child);
      else if (child) await stop(child);
      running -= 1;
      isAloneRunning = false;
      startWaiting();
    }
  }

  function retryOrReject(job: Job, error: unknown) {
    const { isInterrupted } = job;
    job.isInterrupted = false;
    if (!isInterrupted) job.attempts += 1;
    if (isClosed) job.reject(new ImagesBusyError("The server is shutting down."));
    else if (!(error instanceof ChildDiedError)) job.reject(error);
    else if (job.isDropped) return;
    else if (isInterrupted) waiting.background.unshift(job);
    else if (CRASH_SIGNALS.includes(error.signal)) job.reject(crashed());
    // Killed from outside, perhaps for lack of memory; the picture may not be the cause.
    else if (job.attempts === 1) waiting[job.priority === "background" ? "background" : "owner"].unshift(job);
    else job.reject(error);
  }

  function takeChild(): Child {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.isAlive()) return child;
      children.delete(child);
    }
    try {
      const child = startChild(folder, warnUnconfined);
      children.add(child);
      return child;
    } catch (error) {
      // Out of memory or processes: not the picture's fault, and it may work in a moment.
      throw new ImagesBusyError("No process could be started for the picture.", { cause: error });
    }
  }

  function warnUnconfined(reason: string) {
    if (!hasWarned) log?.warn(`the programs that decode pictures can read other files: ${reason}`);
    hasWarned = true;
  }

  function release(child: Child) {
    idle.set(
      child,
      setTimeout(() => stop(child), idleMs),
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
    clearTimeout(quietTimer);
    for (const job of Object.values(waiting).flatMap((jobs) => jobs.splice(0))) {
      job.reject(new ImagesBusyError("The server is shutting down."));
    }
    await Promise.all([...children].map(stop));
  }
}

function madeOf(response: WorkerResponse): MadePictures {
  if (response.outcome === "made") return response.made;
  if (response.outcome === "refused") throw new PictureRefusedError(response.reason, response.message);
  throw new Error(response.message);
}

const crashed = () => new PictureRefusedError("CORRUPT_IMAGE", "The picture is damaged and cannot be read.");

/** A container's limit counts, where there is one. */
function machineMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
