import type { AlbumId } from "../../../contract/album-id.ts";
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

export function findAlbumId(db: Db, id: AlbumId) {
  return db.selectFrom("album").select("id").where("id", "=", id).executeTakeFirst();
}
