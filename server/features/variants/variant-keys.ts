import type { PictureFile, PictureSize } from "../../platform/images/images.ts";

const SIZES: readonly PictureSize[] = ["thumb", "medium", "large", "original"];
const EXTENSIONS = { jpeg: "jpg", avif: "avif" } as const;

/** Where the file as uploaded is kept. The two letters keep folders small. */
export const originalKey = (internalId: string, extension: string) =>
  `originals/${internalId.slice(0, 2)}/${internalId}.${extension}`;

/** Always the same for the same size: making a picture again replaces it. */
export const variantKey = (internalId: string, size: PictureSize, format: PictureFile["format"]) =>
  `variants/${internalId.slice(0, 2)}/${internalId}/${size}.${EXTENSIONS[format]}`;

/** Every key that a photo may have in storage, whether it stands or not: what has to go with the photo. */
export function keysOfPhoto(photo: { internal_id: string; original_key: string }): string[] {
  return [photo.original_key, ...SIZES.flatMap((size) => variantKeys(photo.internal_id, size))];
}

export function variantKeys(internalId: string, size: PictureSize): string[] {
  const jpeg = variantKey(internalId, size, "jpeg");
  return size === "original" ? [jpeg] : [jpeg, variantKey(internalId, size, "avif")];
}
