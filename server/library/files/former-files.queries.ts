import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";

export function findExpired(db: Db, now: string, limit: number) {
  return (
    db
      .selectFrom("photo")
      .select(["id", "former_file"])
      // Makes SQLite use the index.
      .where("former_file_until", "is not", null)
      .where("former_file_until", "<=", now)
      .orderBy("former_file_until")
      .limit(limit)
      .execute()
  );
}

/** Returns whether it was still this one: the photo may have been replaced or reverted since. */
export async function forgetFormerFile(db: Db, id: PhotoId, former_file: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photo")
    .set({ former_file: null, former_file_until: null })
    .where("id", "=", id)
    .where("former_file", "=", former_file)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
