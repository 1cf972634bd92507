import { type NotNull, type SqlBool, sql } from "kysely";
import type { PictureFormat, PictureSize } from "../../../../contract/limits.ts";
import { VARIANT_MAX_ATTEMPTS } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import type { Db } from "../../../db/schema.ts";
import { shownFlag } from "../../../library/shown/shown.queries.ts";
import type { Picture } from "../../../platform/images/images.ts";

export type PictureRow = NonNullable<Awaited<ReturnType<typeof findPicture>>>;

/** The photo, and its picture of this size if that has been made. Undefined when the photo does not exist. */
export function findPicture(db: Db, internalId: string, size: PictureSize) {
  return db
    .selectFrom("photo")
    .leftJoin("variant", (join) => join.onRef("variant.photo_id", "=", "photo.id").on("variant.size", "=", size))
    .select([
      "photo.id",
      "photo.internal_id",
      "photo.original_key",
      "photo.focal_point",
      "photo.image_version",
      "photo.variant_error",
      "variant.jpeg_bytes",
      "variant.avif_bytes",
      "variant.hdr_bytes",
      "variant.on_demand_at",
      shownFlag,
    ])
    .where("photo.internal_id", "=", internalId)
    .executeTakeFirst();
}

export function findSourcePhoto(db: Db, id: PhotoId) {
  return db
    .selectFrom("photo")
    .select(["id", "internal_id", "original_key", "focal_point"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Photos from this id on, newest first, with how many of the sizes they have. Not the trash, nor what was given up. */
export function countSizesFrom(
  db: Db,
  { from, below, sizes, limit }: { from: number; below: number; sizes: readonly PictureSize[]; limit: number },
) {
  return db
    .selectFrom("photo")
    .select(["id"])
    .select((eb) =>
      eb
        .selectFrom("variant")
        .select((variant) => variant.fn.countAll<number>().as("count"))
        .whereRef("variant.photo_id", "=", "photo.id")
        .where("variant.size", "in", sizes)
        .as("made"),
    )
    .where("deleted_at", "is", null)
    .where("variant_error", "is", null)
    .where(sql<SqlBool>`id >= ${from} and id < ${below}`)
    .orderBy("id", "desc")
    .limit(limit)
    .$narrowType<{ made: NotNull }>()
    .execute();
}

/** The highest id, 0 in an empty library. */
export function findNewest(db: Db) {
  return db
    .selectFrom("photo")
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>("id"), sql.lit(0)).as("id"))
    .executeTakeFirstOrThrow();
}

export async function findMadeSizes(db: Db, photoId: PhotoId): Promise<PictureSize[]> {
  const rows = await db.selectFrom("variant").select("size").where("photo_id", "=", photoId).execute();
  return rows.map((row) => row.size);
}

export function findVariant(db: Db, photoId: PhotoId, size: PictureSize) {
  return db
    .selectFrom("variant")
    .selectAll()
    .where("photo_id", "=", photoId)
    .where("size", "=", size)
    .executeTakeFirst();
}

/** Records which pictures are in storage. Call in the transaction that ends their intent. */
export function recordPictures(db: Db, photoId: PhotoId, pictures: readonly Picture[]) {
  const sizes = Map.groupBy(pictures, (picture) => picture.size);
  const rows = [...sizes].map(([size, formats]) => variantRow(photoId, size, formats));
  return db
    .insertInto("variant")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["photo_id", "size"]).doUpdateSet((eb) => ({
        width: eb.ref("excluded.width"),
        height: eb.ref("excluded.height"),
        jpeg_bytes: eb.ref("excluded.jpeg_bytes"),
        avif_bytes: eb.ref("excluded.avif_bytes"),
        hdr_bytes: eb.ref("excluded.hdr_bytes"),
      })),
    )
    .execute();
}

export function raiseVersion(db: Db, photoId: PhotoId) {
  return db
    .updateTable("photo")
    .set((eb) => ({ image_version: eb("image_version", "+", 1) }))
    .where("id", "=", photoId)
    .execute();
}

export function markHdr(db: Db, photoId: PhotoId) {
  return db.updateTable("photo").set({ hdr: 1 }).where("id", "=", photoId).execute();
}

function variantRow(photoId: PhotoId, size: PictureSize, formats: readonly Picture[]) {
  const bytesOf = (wanted: PictureFormat) => formats.find(({ format }) => format === wanted)?.bytes.length ?? null;
  const jpeg = formats.find(({ format }) => format === "jpeg");
  if (!jpeg) throw new Error(`No JPEG was made for size ${size}`);
  return {
    photo_id: photoId,
    size,
    width: jpeg.width,
    height: jpeg.height,
    jpeg_bytes: jpeg.bytes.length,
    avif_bytes: bytesOf("avif"),
    hdr_bytes: bytesOf("hdr"),
  };
}

/** The last attempt stores the reason with the photo, and it is not tried again. */
export function recordFailure(db: Db, photoId: PhotoId, reason: string) {
  return db
    .updateTable("photo")
    .set((eb) => ({
      variant_attempts: eb("variant_attempts", "+", 1),
      variant_error: eb
        .case()
        .when(sql<SqlBool>`variant_attempts + 1 >= ${VARIANT_MAX_ATTEMPTS}`)
        .then(reason)
        .else(eb.ref("variant_error"))
        .end(),
    }))
    .where("id", "=", photoId)
    .returning("variant_error")
    .executeTakeFirst();
}

export function markGivenUp(db: Db, photoId: PhotoId, reason: string) {
  return db
    .updateTable("photo")
    .set({ variant_attempts: VARIANT_MAX_ATTEMPTS, variant_error: reason })
    .where("id", "=", photoId)
    .execute();
}

export function forgetFailures(db: Db, photoId: PhotoId) {
  return db
    .updateTable("photo")
    .set({ variant_attempts: 0, variant_error: null })
    .where("id", "=", photoId)
    .where("variant_attempts", ">", 0)
    .execute();
}

/** Makes it the last to be evicted. */
export function markRequested(db: Db, photoId: PhotoId, size: PictureSize, now: Date) {
  return db
    .updateTable("variant")
    .set({ on_demand_at: now.toISOString() })
    .where("photo_id", "=", photoId)
    .where("size", "=", size)
    .execute();
}

export function sumOnDemand(db: Db) {
  return db
    .selectFrom("variant")
    .select((eb) => eb.fn.sum<number | null>("jpeg_bytes").as("bytes"))
    .where("on_demand_at", "is not", null)
    .executeTakeFirstOrThrow();
}

export function findLeastRequested(db: Db, except: PhotoId, limit: number) {
  return db
    .selectFrom("variant")
    .innerJoin("photo", "photo.id", "variant.photo_id")
    .select(["photo.id", "photo.internal_id", "variant.size", "variant.jpeg_bytes"])
    .where("variant.on_demand_at", "is not", null)
    .where("variant.photo_id", "<>", except)
    .orderBy("variant.on_demand_at")
    .limit(limit)
    .execute();
}

export function deleteVariant(db: Db, photoId: PhotoId, size: PictureSize) {
  return db.deleteFrom("variant").where("photo_id", "=", photoId).where("size", "=", size).execute();
}
