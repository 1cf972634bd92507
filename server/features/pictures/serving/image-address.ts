import type { PictureFormat, PictureSize } from "../../../../contract/limits.ts";

/** The picture an address names. Its version only matters to browsers: every version leads to the current picture. */
export type ImageAddress = { internal_id: string; size: PictureSize; format: PictureFormat };

const PICTURE = /^\/images\/([A-Za-z0-9_-]{1,100})\/(thumb|medium|large|xlarge|original)-\d{1,10}\.(jpg|avif)$/;

/** Undefined when the path names no picture. The full-size original only exists as JPEG. */
export function readImageAddress(path: string): ImageAddress | undefined {
  const [, internal_id, size, extension] = PICTURE.exec(path) ?? [];
  if (!internal_id || !size || (size === "original" && extension === "avif")) return undefined;
  // The expression matches only these sizes.
  return { internal_id, size: size as PictureSize, format: extension === "avif" ? "avif" : "jpeg" };
}
