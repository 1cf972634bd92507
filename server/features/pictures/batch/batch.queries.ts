import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { PictureSize } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import type { BatchOptions } from "../../../../contract/pictures.ts";
import type { Db, Schema } from "../../../db/schema.ts";

/** Undefined while another run is active. */
export function insertRun(db: Db, options: BatchOptions, now: Date) {
  return db
    .insertInto("batch_run")
    .values({ state: "running", options: JSON.stringify(options), total: 0, started_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

/** Adds the photos outside the trash to the run: all, or only those that lack one of the sizes. */
export async function insertItems(
  db: Db,
  {
    runId,
    sizes,
    onlyMissing,
    limit,
  }: { runId: number; sizes: readonly PictureSize[]; onlyMissing: boolean; limit: number },
): Promise<PhotoId[]> {
  const rows = await db
    .insertInto("batch_item")
    .columns(["run_id", "photo_id", "state"])
    .expression((eb) =>
      eb
        .selectFrom("photo")
        .select([sql.lit(runId).as("run_id"), "photo.id as photo_id", sql.lit("waiting" as const).as("state")])
        .where("photo.deleted_at", "is", null)
        .$if(onlyMissing, (query) =>
          query.where((photo) => photo.or(sizes.map((size) => photo.not(photo.exists(variantOf(photo, size)))))),
        )
        .orderBy("photo.id")
        .$if(limit > 0, (query) => query.limit(limit)),
    )
    .returning("photo_id")
    .execute();
  return rows.map((row) => row.photo_id);
}

function variantOf(eb: ExpressionBuilder<Schema, "photo">, size: PictureSize) {
  return eb
    .selectFrom("variant")
    .select(sql.lit(1).as("one"))
    .whereRef("variant.photo_id", "=", "photo.id")
    .where("variant.size", "=", size);
}

export function setTotal(db: Db, runId: number, total: number) {
  return db.updateTable("batch_run").set({ total }).where("id", "=", runId).execute();
}

export function deleteRun(db: Db, runId: number) {
  return db.deleteFrom("batch_run").where("id", "=", runId).execute();
}

/** Only the progress of the latest run is shown. */
export function deleteItemsOfOtherRuns(db: Db, runId: number) {
  return db.deleteFrom("batch_item").where("run_id", "<>", runId).execute();
}

export function findLatestRun(db: Db) {
  return db.selectFrom("batch_run").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
}

export function findLatestFinishedRun(db: Db) {
  return db
    .selectFrom("batch_run")
    .selectAll()
    .where("state", "=", "done")
    .where("total", ">", 0)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function findRun(db: Db, runId: number) {
  return db.selectFrom("batch_run").selectAll().where("id", "=", runId).executeTakeFirst();
}

export function countItems(db: Db, runId: number, state: "done" | "failed") {
  return db
    .selectFrom("batch_item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("run_id", "=", runId)
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
}

export async function findWaiting(db: Db, runId: number, among?: readonly PhotoId[]): Promise<PhotoId[]> {
  const rows = await db
    .selectFrom("batch_item")
    .select("photo_id")
    .where("run_id", "=", runId)
    .where("state", "=", "waiting")
    .$if(among !== undefined, (query) => query.where("photo_id", "in", among ?? []))
    .orderBy("photo_id")
    .execute();
  return rows.map((row) => row.photo_id);
}

export function settleItem(db: Db, runId: number, photoId: PhotoId, state: "done" | "failed") {
  return db
    .updateTable("batch_item")
    .set({ state })
    .where("run_id", "=", runId)
    .where("photo_id", "=", photoId)
    .where("state", "=", "waiting")
    .execute();
}

/** Returns how often the photo has failed in this run, including now. */
export function countAttempt(db: Db, runId: number, photoId: PhotoId) {
  return db
    .updateTable("batch_item")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("run_id", "=", runId)
    .where("photo_id", "=", photoId)
    .returning("attempts")
    .executeTakeFirstOrThrow();
}

/** Does nothing while a photo of the run is waiting. */
export function finishRun(db: Db, runId: number, now: Date) {
  return db
    .updateTable("batch_run")
    .set({ state: "done", finished_at: now.toISOString() })
    .where("id", "=", runId)
    .where("state", "=", "running")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("batch_item")
            .select(sql.lit(1).as("one"))
            .where("run_id", "=", runId)
            .where("batch_item.state", "=", "waiting"),
        ),
      ),
    )
    .execute();
}

export function countLivePhotos(db: Db) {
  return db
    .selectFrom("photo")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

export function countVariants(db: Db, size: PictureSize) {
  return db
    .selectFrom("variant")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("size", "=", size)
    .executeTakeFirstOrThrow();
}

export function countVariantsInTrash(db: Db, size: PictureSize) {
  return (
    db
      .selectFrom("photo")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("deleted_at", "is not", null)
      // Not a join: SQLite would scan all variants of the size to find the few in the trash.
      .where((eb) => eb.exists(variantOf(eb, size)))
      .executeTakeFirstOrThrow()
  );
}

export function countGivenUp(db: Db, size: PictureSize) {
  return db
    .selectFrom("photo")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("variant_error", "is not", null)
    .where("deleted_at", "is", null)
    .where((eb) => eb.not(eb.exists(variantOf(eb, size))))
    .executeTakeFirstOrThrow();
}

export function findGivenUp(db: Db) {
  return db
    .selectFrom("photo")
    .select(["id", "variant_error"])
    .where("variant_error", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

export function sumUploads(db: Db) {
  return db
    .selectFrom("photo")
    .select((eb) => [
      eb.fn.countAll<number>().as("photos"),
      eb.fn.sum<number | null>("filesize").as("bytes"),
      eb.fn.max<number | null>("id").as("last_id"),
    ])
    .executeTakeFirstOrThrow();
}

/** The files that were replaced and are still kept: few, as they go after a month. */
export function findFormerFiles(db: Db) {
  return db.selectFrom("photo").select("former_file").where("former_file_until", "is not", null).execute();
}

/** Of the photos with these ids, the second one excluded. */
export function sumVariants(db: Db, from: number, below: number) {
  return db
    .selectFrom("variant")
    .select((eb) => [
      "size",
      eb.fn.countAll<number>().as("pictures"),
      sql<number>`sum(jpeg_bytes + coalesce(avif_bytes, 0) + coalesce(hdr_bytes, 0))`.as("bytes"),
    ])
    .where(sql<SqlBool>`photo_id >= ${from} and photo_id < ${below}`)
    .groupBy("size")
    .execute();
}
