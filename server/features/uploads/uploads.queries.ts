import type { Db, NewPhotoRow } from "../../platform/db/schema.ts";

/** Of each of these contents the photo that had it first, wherever it is now. */
export function findFirstWithSameBytes(db: Db, sha256: readonly string[]) {
  return db
    .selectFrom("photo")
    .select(["sha256", (eb) => eb.fn.min("id").as("id")])
    .where("sha256", "in", sha256)
    .groupBy("sha256")
    .execute();
}

export function insertPhoto(db: Db, row: NewPhotoRow) {
  return db.insertInto("photo").values(row).returning("id").executeTakeFirstOrThrow();
}
