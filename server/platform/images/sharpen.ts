import type { Pixels } from "./pixels.ts";

/** In 256ths of the summed difference between a pixel and the nine around it. */
const AMOUNT = 10;
/** Anything below is grain or smooth sky, which sharpening would only roughen. */
const THRESHOLD = 40;
/** The most a pixel changes: strong edges are already crisp, and more would add a halo. */
const MAX_CHANGE = 20;

/**
 * Restores, in place, fine detail that shrinking lost. Works on lightness only, so that colours do not fringe. Pictures
 * with transparency are drawings, whose edges are already exact. Our own because sharp's takes more than twice the time
 * and has neither threshold nor limit. Row by row in small functions, which the engine optimises early.
 */
export function sharpen({ data, width, height, channels }: Pixels): void {
  if (channels === 4 || width < 3 || height < 3) return;
  // The same bytes, but writes are clamped.
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const stride = width * 3;
  let above = new Uint8Array(width);
  let middle = new Uint8Array(width);
  let below = new Uint8Array(width);
  readLight(bytes, 0, above);
  readLight(bytes, stride, middle);
  for (let y = 1; y < height - 1; y++) {
    // Read each row's lightness before changing the row.
    readLight(bytes, (y + 1) * stride, below);
    sharpenRow(bytes.subarray(y * stride, (y + 1) * stride), above, middle, below);
    [above, middle, below] = [middle, below, above];
  }
}

function readLight(bytes: Uint8ClampedArray, start: number, light: Uint8Array) {
  for (let x = 0, at = start; x < light.length; x++, at += 3) {
    light[x] = ((bytes[at] ?? 0) + 2 * (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0)) >> 2;
  }
}

function sharpenRow(row: Uint8ClampedArray, above: Uint8Array, middle: Uint8Array, below: Uint8Array) {
  const column = (x: number) => (above[x] ?? 0) + (middle[x] ?? 0) + (below[x] ?? 0);
  let left = column(0);
  let centre = column(1);
  for (let x = 1, at = 3; x < middle.length - 1; x++, at += 3) {
    const right = column(x + 1);
    const contrast = (middle[x] ?? 0) * 9 - left - centre - right;
    left = centre;
    centre = right;
    if (contrast < THRESHOLD && contrast > -THRESHOLD) continue;
    const change = Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, (contrast * AMOUNT) >> 8));
    row[at] = (row[at] ?? 0) + change;
    row[at + 1] = (row[at + 1] ?? 0) + change;
    row[at + 2] = (row[at + 2] ?? 0) + change;
  }
}
