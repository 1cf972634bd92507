import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../platform/db/schema.ts";
import type { PictureFile, PictureSize } from "../../platform/images/images.ts";

/** Records that these files stand in storage. In the commit that ends their intent. */
export function recordVariants(db: Db, photoId: PhotoId, files: readonly PictureFile[]) {
  const sizes = Map.groupBy(files, (file) => file.size);
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
      })),
    )
    .execute();
}

function variantRow(photoId: PhotoId, size: PictureSize, formats: readonly PictureFile[]) {
  const jpeg = formats.find((file) => file.format === "jpeg");
  if (!jpeg) throw new Error(`The picture pipeline made no JPEG of size ${size}`);
  const avif = formats.find((file) => file.format === "avif");
  return {
    photo_id: photoId,
    size,
    width: jpeg.width,
    height: jpeg.height,
    jpeg_bytes: jpeg.bytes.length,
    avif_bytes: avif?.bytes.length ?? null,
  };
}
