import type { PictureSize } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";

/** They count as missing and are made again when needed. Photos that no picture can be made of keep what they have. */
export function deleteVariants(trx: LibraryChange, ids: readonly PhotoId[], size: PictureSize) {
  return trx
    .deleteFrom("variant")
    .where("size", "=", size)
    .where("photo_id", "in", (eb) =>
      eb.selectFrom("photo").select("photo.id").where("photo.id", "in", ids).where("variant_error", "is", null),
    )
    .execute();
}

export function deleteAllVariants(trx: LibraryChange, id: PhotoId) {
  return trx.deleteFrom("variant").where("photo_id", "=", id).execute();
}
