import type { PictureFormat, PictureSize } from "../platform/images/images.ts";

const EXTENSIONS: Record<PictureFormat, string> = { jpeg: "jpg", png: "png", gif: "gif", webp: "webp" };
const SIZES: readonly PictureSize[] = ["thumb", "medium", "large", "original"];

/** Where the uploaded file is stored, unchanged. */
export function originalKey(internalId: string, format: PictureFormat): string {
  return `originals/${internalId.slice(0, 2)}/${internalId}.${EXTENSIONS[format]}`;
}

export function variantKey(internalId: string, size: PictureSize, format: "jpeg" | "avif"): string {
  return `variants/${internalId.slice(0, 2)}/${internalId}/${size}.${format === "jpeg" ? "jpg" : "avif"}`;
}

/** Every key a photo's files can have: all of them go when it is deleted. */
export function keysOfPhoto(photo: { internal_id: string; original_key: string }): string[] {
  const variants = SIZES.flatMap((size) => [
    variantKey(photo.internal_id, size, "jpeg"),
    variantKey(photo.internal_id, size, "avif"),
  ]);
  return [photo.original_key, ...variants];
}

export type VariantName = { internal_id: string; size: PictureSize; format: "jpeg" | "avif" };

/** Undefined when the key is not a variant's. */
export function readVariantKey(key: string): VariantName | undefined {
  const [, internal_id, name, extension] = /^variants\/[^/]+\/([^/]+)\/([a-z]+)\.(jpg|avif)$/.exec(key) ?? [];
  const size = SIZES.find((size) => size === name);
  return internal_id && size ? { internal_id, size, format: extension === "jpg" ? "jpeg" : "avif" } : undefined;
}
