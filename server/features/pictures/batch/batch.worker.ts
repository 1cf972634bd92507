import { setTimeout as delay } from "node:timers/promises";
import { VARIANT_MAX_ATTEMPTS } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import { BatchOptions } from "../../../../contract/pictures.ts";
import type { Deps } from "../../../deps.ts";
import { isDatabaseAway } from "../../../platform/db/database-away.ts";
import { ImagesBusyError, type PictureSize } from "../../../platform/images/images.ts";
import * as queries from "../making/making.queries.ts";
import {
  DrawingFailedError,
  drawingLock,
  isStanding,
  makeVariants,
  type PhotoToDraw,
} from "../making/making.service.ts";
import * as batch from "./batch.queries.ts";
import { type BatchPayload, resumeBatch, sizesOf } from "./batch.service.ts";

/** Storage that stumbled gets a moment before the next try. */
const RETRY_DELAY_MS = 300;

/** Goes on with what another start, or another node, left undone. */
export async function startBatchWork(deps: Deps): Promise<void> {
  // The only jobs there are, added by `startBatch` with this type.
  await deps.jobs.start((payload, signal) => workOnBatch(deps, payload as BatchPayload, signal));
  await resumeBatch(deps);
}

/** One job of a run. May be run again at any point: what is done is skipped. */
async function workOnBatch(deps: Deps, { run_id, photo_ids }: BatchPayload, signal: AbortSignal): Promise<void> {
  const run = await batch.findRun(deps.db, run_id);
  if (!run) return;
  const options = BatchOptions.parse(JSON.parse(run.options));
  for (const photoId of await batch.findWaiting(deps.db, run_id, photo_ids)) {
    const outcome = await drawPhoto(deps, { runId: run_id, photoId, options }, signal);
    deps.metrics.countJob(outcome);
  }
  await batch.finishRun(deps.db, run_id, deps.now());
}

type Item = { runId: number; photoId: PhotoId; options: BatchOptions };

/** A photo that fails is tried again, then marked, and never stops the rest. */
async function drawPhoto(deps: Deps, item: Item, signal: AbortSignal): Promise<"done" | "failed"> {
  for (;;) {
    signal.throwIfAborted();
    try {
      await deps.locks.hold(drawingLock({ id: item.photoId }), () => drawOnce(deps, item));
      return "done";
    } catch (error) {
      // The server stops or its database is away: that is no fault of the photo.
      if (error instanceof ImagesBusyError || isDatabaseAway(error)) throw error;
      deps.log.warn({ err: error, photo: item.photoId }, "the pictures of a photo could not be made");
      const { attempts } = await batch.countAttempt(deps.db, item.runId, item.photoId);
      if (attempts >= VARIANT_MAX_ATTEMPTS) {
        await giveUp(deps, item, error);
        return "failed";
      }
      await delay(RETRY_DELAY_MS, undefined, { signal });
    }
  }
}

async function drawOnce(deps: Deps, { runId, photoId, options }: Item): Promise<void> {
  // Looked up under the lock: the same job may run twice, and making everything anew twice would be felt.
  const photo = await queries.findPhotoToDraw(deps.db, photoId);
  const [isWaiting] = await batch.findWaiting(deps.db, runId, [photoId]);
  if (photo && isWaiting) {
    const sizes = await sizesToDraw(deps, photo, options);
    if (sizes.length > 0) await makeVariants(deps, photo, sizes, { priority: "owner", isNewVersion: options.force });
    await queries.forgetFailures(deps.db, photoId);
  }
  // Also for a photo that was deleted meanwhile.
  await batch.settleItem(deps.db, runId, photoId, "done");
}

async function sizesToDraw(deps: Deps, photo: PhotoToDraw, options: BatchOptions): Promise<PictureSize[]> {
  const asked = sizesOf(options);
  if (options.force) {
    const standing = await queries.findSizes(deps.db, photo.id);
    return [...new Set([...asked, ...(options.size === "all" ? standing : [])])];
  }
  const missing: PictureSize[] = [];
  for (const size of asked) if (!(await isStanding(deps, photo, size))) missing.push(size);
  return missing;
}

async function giveUp({ db }: Deps, { runId, photoId }: Item, error: unknown): Promise<void> {
  const reason =
    error instanceof DrawingFailedError
      ? error.message
      : "The photo's files could not be read from or written to storage.";
  await queries.markGivenUp(db, photoId, reason);
  await batch.settleItem(db, runId, photoId, "failed");
}
