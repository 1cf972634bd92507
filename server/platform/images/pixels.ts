import sharp, { type Sharp } from "sharp";

/** Pixels in memory: 8 bits, upright, with alpha only where something shows through. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4; space: ColourSpace };
/** Display P3 with colours that sRGB cannot show is `wide`. */
export type ColourSpace = "srgb" | "p3" | "wide";
export type Dimensions = { width: number; height: number };

export async function readPixels(pipeline: Sharp, space: ColourSpace): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  // RGB pixels have three channels or, with alpha, four.
  return { data, width: info.width, height: info.height, channels: info.channels as 3 | 4, space };
}

/** sharp takes them for sRGB and converts nothing, whatever their space. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Many programs write an alpha channel that is fully opaque; it would slow down every later step. */
export async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  for (let at = 3; at < pixels.data.length; at += 4) {
    if (pixels.data[at] !== 255) return pixels;
  }
  return readPixels(fromPixels(pixels).removeAlpha(), pixels.space);
}

export async function shrink(source: Pixels, target: Dimensions): Promise<Pixels> {
  if (source.width === target.width && source.height === target.height) return source;
  return readPixels(fromPixels(source).resize({ ...target, fit: "fill" }), source.space);
}
