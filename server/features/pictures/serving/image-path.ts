import { HDR_SIZES, type PictureFormat, type PictureSize } from "../../../../contract/limits.ts";

/** The picture a URL names. Its version only matters to browsers: every version leads to the current picture. */
export type ImagePath = { internal_id: string; size: PictureSize; format: PictureFormat };

const PICTURE =
  /^\/images\/([A-Za-z0-9_-]{1,100})\/(thumb|small|medium|large|xlarge|original)-\d{1,10}\.(jpg|avif|hdr\.jpg)$/;

const FORMATS: Record<string, PictureFormat> = { jpg: "jpeg", avif: "avif", "hdr.jpg": "hdr" };

/** Undefined when the path names no picture. The full-size original only exists as JPEG. */
export function parseImagePath(path: string): ImagePath | undefined {
  const [, internal_id, size, extension] = PICTURE.exec(path) ?? [];
  const format = FORMATS[extension ?? ""];
  if (!internal_id || !size || !format) return undefined;
  if (size === "original" && format === "avif") return undefined;
  if (format === "hdr" && !HDR_SIZES.some((each) => each === size)) return undefined;
  // The expression matches only these sizes.
  return { internal_id, size: size as PictureSize, format };
}
