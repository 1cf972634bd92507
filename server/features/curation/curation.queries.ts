import type { Db } from "../../db/schema.ts";

/** A batch of the quick collection, in its order. */
export function findCollectedFiles(db: Db, after: number, limit: number) {
  return db
    .selectFrom("photo")
    .select(["filename", "original_key", "captured_on", "uploaded_on", "quick_position"])
    .where("quick_position", ">", after)
    .$narrowType<{ quick_position: number }>()
    .orderBy("quick_position")
    .limit(limit)
    .execute();
}
