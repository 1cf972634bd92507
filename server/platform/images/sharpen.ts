import type { Pixels } from "./pixels.ts";

/** In 256ths of how far a pixel stands out from the nine around it, summed. */
const AMOUNT = 10;
/** What stands out less is grain or a smooth sky, which sharpening would only roughen. */
const THRESHOLD = 40;
/** The most a pixel changes: strong edges are crisp as they are, and more would draw a halo along them. */
const MAX_CHANGE = 20;

/**
 * Gives back what shrinking took from fine detail. Works on the light alone, so that colours do not fringe. Pictures with
 * transparency are drawings, whose edges are exact already. Written here because sharp's own costs twice as much, and on
 * a thumb as well as on a sky.
 */
export function sharpen(pixels: Pixels): Pixels {
  if (pixels.channels === 4) return pixels;
  const { data, width, height } = pixels;
  const light = lightOf(data);
  // Values outside a byte are clamped on writing.
  const sharpened = new Uint8ClampedArray(data);
  for (let y = 1; y < height - 1; y++) {
    let at = y * width + 1;
    let left = column(light, at - 1, width);
    let middle = column(light, at, width);
    for (let x = 1; x < width - 1; x++, at++) {
      const right = column(light, at + 1, width);
      const contrast = (light[at] ?? 0) * 9 - left - middle - right;
      left = middle;
      middle = right;
      if (contrast < THRESHOLD && contrast > -THRESHOLD) continue;
      const change = Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, (contrast * AMOUNT) >> 8));
      const red = at * 3;
      sharpened[red] = (data[red] ?? 0) + change;
      sharpened[red + 1] = (data[red + 1] ?? 0) + change;
      sharpened[red + 2] = (data[red + 2] ?? 0) + change;
    }
  }
  return { ...pixels, data: Buffer.from(sharpened.buffer) };
}

function column(light: Uint8Array, at: number, width: number): number {
  return (light[at - width] ?? 0) + (light[at] ?? 0) + (light[at + width] ?? 0);
}

function lightOf(data: Buffer): Uint8Array {
  const light = new Uint8Array(data.length / 3);
  for (let at = 0, red = 0; at < light.length; at++, red += 3) {
    light[at] = ((data[red] ?? 0) * 77 + (data[red + 1] ?? 0) * 150 + (data[red + 2] ?? 0) * 29) >> 8;
  }
  return light;
}
