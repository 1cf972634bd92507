import { type PictureSize, VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import type { Dimensions } from "./pixels.ts";
import { PLACEHOLDER_EDGE_PX } from "./placeholder.ts";

/** The scale at which the long edge fits or, for the thumb, the short edge fills. */
export function scaleOf(size: Exclude<PictureSize, "original">, seen: Dimensions): number {
  const edge = size === "thumb" ? Math.min(seen.width, seen.height) : Math.max(seen.width, seen.height);
  return Math.min(1, VARIANT_EDGE_PX[size] / edge);
}

/** The scale of the pixels that all these sizes can be made from, and the placeholder. */
export function baseScaleOf(sizes: readonly PictureSize[], seen: Dimensions): number {
  const scales = sizes.flatMap((size) => (size === "original" ? [] : scaleOf(size, seen)));
  return scales.length > 0 ? Math.max(...scales) : Math.min(1, PLACEHOLDER_EDGE_PX / Math.max(seen.width, seen.height));
}

export function scaled(seen: Dimensions, scale: number): Dimensions {
  return { width: Math.max(1, Math.round(seen.width * scale)), height: Math.max(1, Math.round(seen.height * scale)) };
}
