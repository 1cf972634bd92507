export type PictureName = "thumb" | "medium" | "large" | "original";
export type PictureFormat = "jpg" | "avif";

/** The address of a picture. The version lets browsers keep it for ever. */
export function picturePath(
  photo: { internal_id: string; image_version: number },
  name: PictureName,
  format: PictureFormat,
): string {
  return `/images/${photo.internal_id}/${name}-${photo.image_version}.${format}`;
}
