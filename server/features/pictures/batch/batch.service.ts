import type { PictureSize } from "../../../../contract/limits.ts";
import { UPLOAD_VARIANTS, VARIANTS } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import type { BatchOptions } from "../../../../contract/pictures.ts";
import { transaction } from "../../../db/connect.ts";
import type { Deps } from "../../../deps.ts";
import { conflict } from "../../../errors.ts";
import { type Actor, recordActivity } from "../../../library/activity.ts";
import { adminPhotosById } from "../../photos/photos.service.ts";
import * as queries from "./batch.queries.ts";

/** One job: some photos of a run. */
export type BatchPayload = { run_id: number; photo_ids: PhotoId[] };

/** Few enough for one transaction in a large library. A small run has one job per photo, so servers can share it. */
const MAX_JOBS = 2_000;
/** Assumed until a run has been timed. */
const USUAL_MS_PER_PHOTO = 1_500;

export const sizesOf = ({ size }: BatchOptions): readonly PictureSize[] => (size === "all" ? VARIANTS : [size]);

/** `force` makes every picture again. Without it and without `missing_only`, every picture is checked in storage. */
export async function startBatch(deps: Deps, options: BatchOptions, by: Actor) {
  const total = await transaction(deps.db, async (trx) => {
    const run = await queries.insertRun(trx, options, deps.now());
    if (!run) throw conflict("A batch run is already in progress. Please wait until it is done.");
    const photoIds = await queries.insertItems(trx, {
      runId: run.id,
      sizes: sizesOf(options),
      onlyMissing: options.missing_only && !options.force,
      limit: options.limit,
    });
    if (photoIds.length === 0) {
      await queries.deleteRun(trx, run.id);
      return 0;
    }
    await queries.setTotal(trx, run.id, photoIds.length);
    await queries.deleteItemsOfOtherRuns(trx, run.id);
    await deps.jobs.add(trx, payloads(run.id, photoIds));
    return photoIds.length;
  });
  if (total === 0) return { message: "Nothing to do: no variants are missing", total_photos: 0 };
  await recordActivity(deps, { action: "batch-started", ...by, detail: { photos: total, size: options.size } });
  return { message: "Batch processing started", total_photos: total };
}

function payloads(runId: number, photoIds: PhotoId[]): BatchPayload[] {
  const perJob = Math.ceil(photoIds.length / MAX_JOBS);
  return Array.from({ length: Math.ceil(photoIds.length / perJob) }, (_, index) => ({
    run_id: runId,
    photo_ids: photoIds.slice(index * perJob, (index + 1) * perJob),
  }));
}

/** Without this, a run that has lost its jobs, for example in a restored database, would never end. */
export async function resumeBatch({ db, jobs, now, log }: Deps): Promise<void> {
  const run = await queries.findLatestRun(db);
  if (run?.state !== "running" || !(await jobs.isIdle())) return;
  const waiting = await queries.findWaiting(db, run.id);
  log.warn({ run: run.id, photos: waiting.length }, "a batch run had lost its jobs and continues");
  // Its last job may have been lost between the last photo and the end.
  if (waiting.length === 0) await queries.finishRun(db, run.id, now());
  // Two servers may both add them: a photo that is done is skipped.
  else await transaction(db, (trx) => jobs.add(trx, payloads(run.id, waiting)));
}

/** Photos in the trash do not count: they are rarely viewed, and most will be deleted. */
export async function batchStatus({ db }: Deps) {
  // Read before the counts: once the run is done, they show nothing missing.
  const job = await latestJob(db);
  const { count: total } = await queries.countLivePhotos(db);
  const sizes = await Promise.all(VARIANTS.map((size) => countMissing(db, size, total)));
  const missing = sizes.reduce((sum, size) => sum + size.missing, 0);
  // One decode makes all sizes of a photo, so the number of photos to work on is about the number that lack one size.
  const photos = Math.max(...sizes.map((size) => size.worthTrying));
  // The others are made in the background anyway.
  const isRecommended = sizes.some(({ size, worthTrying }) => isUploadVariant(size) && worthTrying > 0);
  const share = total === 0 ? 1 : 1 - missing / (total * VARIANTS.length);
  return {
    statistics: {
      total_photos: total,
      estimated_missing_variants: missing,
      // Rounded down: 100 means that nothing is missing.
      completion_percentage: Math.floor(share * 1000) / 10,
    },
    recommendations: {
      should_run_batch: isRecommended,
      estimated_processing_time: describeTime(photos * (await msPerPhoto(db))),
    },
    job,
  };
}

export function watchMissing({ db, metrics }: Pick<Deps, "db" | "metrics">): void {
  metrics.watch("vitrine_pictures_missing", "Pictures that photos outside the trash lack", async () => {
    const { count: total } = await queries.countLivePhotos(db);
    const sizes = await Promise.all(VARIANTS.map((size) => countMissing(db, size, total)));
    return sizes.map(({ size, missing }) => ({ labels: { size }, value: missing }));
  });
}

const isUploadVariant = (size: PictureSize) => UPLOAD_VARIANTS.some((each) => each === size);

/** Counts along an index and subtracts the trash, which is small: cheap in a library of any size. */
async function countMissing(db: Deps["db"], size: PictureSize, total: number) {
  const { count: made } = await queries.countVariants(db, size);
  const { count: inTrash } = await queries.countVariantsInTrash(db, size);
  const { count: givenUp } = await queries.countGivenUp(db, size);
  const missing = total - (made - inTrash);
  return { size, missing, worthTrying: missing - givenUp };
}

async function latestJob(db: Deps["db"]) {
  const run = await queries.findLatestRun(db);
  if (!run) return null;
  const { count: done } = await queries.countItems(db, run.id, "done");
  const { count: failed } = await queries.countItems(db, run.id, "failed");
  return { state: run.state, processed: done + failed, total: run.total, failed, started_at: run.started_at };
}

async function msPerPhoto(db: Deps["db"]): Promise<number> {
  const run = await queries.findLatestFinishedRun(db);
  if (!run?.finished_at) return USUAL_MS_PER_PHOTO;
  return (Date.parse(run.finished_at) - Date.parse(run.started_at)) / run.total;
}

function describeTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (ms === 0) return "no time";
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
  return `about ${Math.round(minutes / 60)} hours`;
}

/** The photos that failed every attempt, each with the reason. */
export async function batchFailures(deps: Deps) {
  const givenUp = await queries.findGivenUp(deps.db);
  const photos = await adminPhotosById(
    deps,
    givenUp.map(({ id }) => id),
  );
  return givenUp.flatMap(({ id, variant_error }) => {
    const photo = photos.get(id);
    return photo && variant_error !== null ? [{ photo, reason: variant_error }] : [];
  });
}
