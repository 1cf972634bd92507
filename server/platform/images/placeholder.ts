import { fromPixels, type Pixels } from "./pixels.ts";

export const PLACEHOLDER_EDGE_PX = 32;
const SMALLEST_EDGE_PX = 20;

/** A tiny WebP, blurred by enlarging it, shown until the picture has loaded. An album's page carries one per photo. */
export async function makePlaceholder(pixels: Pixels): Promise<string> {
  const bytes = await fromPixels(pixels)
    .resize({ ...nearestAspect(pixels.width / pixels.height), fit: "fill" })
    .webp({ quality: 25, alphaQuality: 25 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString("base64")}`;
}

/** Picks the small size with the closest aspect ratio: 24x16 is exactly 3:2, while no size with 20 is. */
function nearestAspect(aspect: number) {
  let best = { width: 1, height: 1, error: Number.POSITIVE_INFINITY };
  for (let edge = SMALLEST_EDGE_PX; edge <= PLACEHOLDER_EDGE_PX; edge++) {
    const width = Math.max(1, Math.round(aspect >= 1 ? edge : edge * aspect));
    const height = Math.max(1, Math.round(aspect >= 1 ? edge / aspect : edge));
    const error = Math.abs(Math.log(width / height / aspect));
    if (error < best.error - 1e-9) best = { width, height, error };
  }
  return { width: best.width, height: best.height };
}
