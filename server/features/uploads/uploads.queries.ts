import type { Db, NewPhotoRow } from "../../platform/db/schema.ts";

/** For each hash, the first photo with these bytes, in the trash or not. */
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
