import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";

/** Undefined when the photo does not exist or is in the trash. */
export function findUsablePhoto(db: Db, id: PhotoId) {
  return db
    .selectFrom("photo")
    .select("internal_id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export function findPhotoId(db: Db, internalId: string) {
  return db.selectFrom("photo").select("id").where("internal_id", "=", internalId).executeTakeFirst();
}
