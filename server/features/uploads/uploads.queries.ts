import type { PhotoId } from "../../../contract/photos.ts";
import type { FileColumns } from "../../library/former-file.ts";
import type { Db, NewPhotoRow, PhotoRow } from "../../platform/db/schema.ts";
import type { derivedText } from "../photos/photos.text.ts";

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

export function findPhotoRow(db: Db, id: PhotoId) {
  return db.selectFrom("photo").selectAll().where("id", "=", id).executeTakeFirst();
}

type FileChange = FileColumns & Pick<PhotoRow, "former_file" | "former_file_until"> & ReturnType<typeof derivedText>;

/** Earlier failures were about the file before. Returns whether the photo still exists. */
export async function setFile(db: Db, id: PhotoId, columns: FileChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photo")
    .set((eb) => ({
      ...columns,
      image_version: eb("image_version", "+", 1),
      variant_attempts: 0,
      variant_error: null,
    }))
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
