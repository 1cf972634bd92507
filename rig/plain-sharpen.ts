import type { Pixels } from "../server/platform/images/pixels.ts";

/** What server/platform/images/sharpen.wat computes, as a loop in TypeScript: the reference of its test and its bench. */
export function plainSharpen({ data, width, height }: Pixels): void {
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const stride = width * 3;
  let [above, middle, below] = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];
  readLight(bytes, 0, above);
  readLight(bytes, stride, middle);
  for (let y = 1; y < height - 1; y++) {
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
  let [left, centre] = [column(0), column(1)];
  for (let x = 1, at = 3; x < middle.length - 1; x++, at += 3) {
    const right = column(x + 1);
    const contrast = (middle[x] ?? 0) * 9 - left - centre - right;
    [left, centre] = [centre, right];
    if (Math.abs(contrast) < 40) continue;
    const change = Math.max(-20, Math.min(20, (contrast * 10) >> 8));
    for (let channel = at; channel < at + 3; channel++) row[channel] = (row[channel] ?? 0) + change;
  }
}
