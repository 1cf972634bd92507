import { setTimeout as delay } from "node:timers/promises";
import { type PictureSize, VARIANT_MAX_ATTEMPTS } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import { BatchOptions } from "../../../../contract/pictures.ts";
import { transaction } from "../../../db/connect.ts";
import type { Deps } from "../../../deps.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { readDiskSpace } from "../../../platform/disk-space.ts";
import { ImagesBusyError } from "../../../platform/images/images.ts";
import { type Repeated, repeat } from "../../../platform/repeat.ts";
import { StorageError } from "../../../platform/storage/storage-error.ts";
import * as making from "../making/making.service.ts";
import * as queries from "./batch.queries.ts";
import { type BatchPayload, resumeBatch, sizesOf, watchMissing } from "./batch.service.ts";

/** How often a run that waits for disk space looks again. */
const DISK_LOOK_EVERY_MS = 1_000;
const RESUME_EVERY_MS = 60_000;
/** Gives a failed storage time to recover before the next attempt. */
const RETRY_DELAY_MS = 300;

/** Also resumes what an earlier start, or another server, left undone: once at start, then periodically. */
export async function startBatchWork(deps: Deps): Promise<Repeated> {
  // There are no other jobs: `startBatch` adds them all, with this type.
  await deps.jobs.start((payload, signal) => workOnBatch(deps, payload as BatchPayload, signal));
  await resumeBatch(deps);
  watchMissing(deps);
  const failure = "cannot look for a batch run without jobs; will retry";
  return repeat(() => resumeBatch(deps), { everyMs: RESUME_EVERY_MS, log: deps.log, failure });
}

/** One job of a run. It may run again at any point: finished photos are skipped. */
async function workOnBatch(deps: Deps, { run_id, photo_ids }: BatchPayload, signal: AbortSignal): Promise<void> {
  const run = await queries.findRun(deps.db, run_id);
  if (!run) return;
  const options = BatchOptions.parse(JSON.parse(run.options));
  for (const photoId of await queries.findWaiting(deps.db, run_id, photo_ids)) {
    const outcome = await makeItem(deps, { runId: run_id, photoId, options }, signal);
    deps.metrics.countJob(outcome);
  }
  await queries.finishRun(deps.db, run_id, deps.now());
}

type Item = { runId: number; photoId: PhotoId; options: BatchOptions };

/** A photo that fails is tried again, then marked. It never stops the rest. */
async function makeItem(deps: Deps, item: Item, signal: AbortSignal): Promise<"done" | "failed"> {
  for (;;) {
    signal.throwIfAborted();
    // Decided under the lock, too: a job can run twice, and the slower one must not give up on a photo whose pictures
    // have been made in the meantime.
    const outcome = await deps.locks.hold(making.makingLock(item.photoId), () => tryItem(deps, item));
    if (outcome === "disk full") await untilSpace(deps, signal);
    else if (outcome === "try again") await delay(RETRY_DELAY_MS, undefined, { signal });
    else return outcome;
  }
}

async function untilSpace({ config }: Deps, signal: AbortSignal): Promise<void> {
  do await delay(DISK_LOOK_EVERY_MS, undefined, { signal });
  while ((await readDiskSpace(config.dataDir)).level === "full");
}

async function tryItem(deps: Deps, item: Item): Promise<"done" | "failed" | "try again" | "disk full"> {
  try {
    await makeMissing(deps, item);
    return "done";
  } catch (error) {
    // The server is stopping or has lost its database: not the photo's fault.
    if (error instanceof ImagesBusyError || isDatabaseAway(error)) throw error;
    if (error instanceof StorageError && error.type === "DISK_SPACE_ERROR") return "disk full";
    deps.log.warn({ err: error, photo: item.photoId }, "the pictures of a photo could not be made");
    const { attempts } = await queries.countAttempt(deps.db, item.runId, item.photoId);
    if (attempts < VARIANT_MAX_ATTEMPTS) return "try again";
    await giveUp(deps, item, error);
    return "failed";
  }
}

async function makeMissing(deps: Deps, { runId, photoId, options }: Item): Promise<void> {
  // Read under the lock: another run of the same job may have made everything already.
  const photo = await making.findSourcePhoto(deps, photoId);
  const [isWaiting] = await queries.findWaiting(deps.db, runId, [photoId]);
  if (photo && isWaiting) {
    const sizes = await sizesToMake(deps, photo, options);
    if (sizes.length === 0) await making.forgetFailures(deps, photoId);
    else {
      // The owner started the run and waits for no single picture of it.
      const run = { priority: "owner", hasTime: true, isNewVersion: options.force } as const;
      await making.makePhotoSizes(deps, photo, sizes, run);
    }
  }
  // Also for a photo that has been deleted since.
  await queries.settleItem(deps.db, runId, photoId, "done");
}

async function sizesToMake(deps: Deps, photo: making.SourcePhoto, options: BatchOptions): Promise<PictureSize[]> {
  const asked = sizesOf(options);
  if (options.force) {
    const made = await making.findMadeSizes(deps, photo.id);
    return [...new Set([...asked, ...(options.size === "all" ? made : [])])];
  }
  const missing: PictureSize[] = [];
  for (const size of asked) if (!(await making.isStored(deps, photo, size))) missing.push(size);
  return missing;
}

async function giveUp({ db }: Deps, { runId, photoId }: Item, error: unknown): Promise<void> {
  const reason =
    error instanceof making.MakingFailedError
      ? error.message
      : "The photo's files could not be read from or written to storage.";
  await transaction(db, async (trx) => {
    await making.giveUp(trx, photoId, reason);
    await queries.settleItem(trx, runId, photoId, "failed");
  });
}
