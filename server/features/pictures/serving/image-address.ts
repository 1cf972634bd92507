import type { PictureFile, PictureSize } from "../../../platform/images/images.ts";

/** Which picture an address names. The version in it is for browsers alone: the current picture answers to all. */
export type ImageAddress = { internal_id: string; size: PictureSize; format: PictureFile["format"] };

const PICTURE = /^\/images\/([A-Za-z0-9_-]{1,100})\/(thumb|medium|large|original)-\d{1,10}\.(jpg|avif)$/;

/** Undefined for a path that names no picture. The full-size original is made as JPEG only. */
export function readImageAddress(path: string): ImageAddress | undefined {
  const [, internal_id, size, extension] = PICTURE.exec(path) ?? [];
  if (!internal_id || !size || (size === "original" && extension === "avif")) return undefined;
  // The expression lets only these sizes through.
  return { internal_id, size: size as PictureSize, format: extension === "avif" ? "avif" : "jpeg" };
}
