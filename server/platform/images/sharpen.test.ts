import { expect, test } from "vitest";
import { plainSharpen } from "../../../rig/plain-sharpen.ts";
import type { Pixels } from "./pixels.ts";
import { sharpen } from "./sharpen.ts";

/** Widths around multiples of what the program takes at a time, and one that its memory has to grow for. */
test.each([
  [3, 3],
  [4, 9],
  [16, 5],
  [17, 5],
  [18, 5],
  [19, 5],
  [50, 40],
  [8000, 4],
])(
  "a picture of %i × %i px is sharpened by lightness, with a threshold and a limit, except at its edges",
  (width, height) => {
    const pixels = noise(width, height);
    const expected = { ...pixels, data: Buffer.from(pixels.data) };
    plainSharpen(expected);
    sharpen(pixels);
    expect(pixels.data.equals(expected.data)).toBe(true);
  },
);

test("smooth areas, transparent pictures and those without an inside stay as they are", () => {
  const smooth = {
    ...noise(40, 40),
    data: Buffer.from(Array.from({ length: 40 * 40 * 3 }, (_, at) => 100 + (at % 7))),
  };
  const transparent: Pixels = { ...noise(30, 40), width: 30, height: 30, channels: 4 };
  for (const pixels of [smooth, transparent, noise(2, 40), noise(40, 2), noise(1, 1)]) {
    const before = Buffer.from(pixels.data);
    sharpen(pixels);
    expect(pixels.data.equals(before)).toBe(true);
  }
});

/** Pixels of every brightness, and some at both ends, which no change may carry beyond. */
function noise(width: number, height: number): Pixels {
  let state = width * 31 + height;
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = Math.max(0, Math.min(255, (state >>> 22) - 384));
  }
  return { data, width, height, channels: 3, space: "srgb" };
}
