import sharp from "sharp";
import { expect, test } from "vitest";
import { ssimulacra2 } from "../rig/ssimulacra2.ts";

const SIZE = { width: 160, height: 120 };

/** Soft shapes with fine texture, the same on every run. */
function picture() {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % SIZE.width, Math.floor(at / 3 / SIZE.width)];
    pixels[at] = 128 + 60 * Math.sin(x / 17 + (at % 3)) * Math.cos(y / 23) + 20 * Math.sin(x * 1.9) * Math.sin(y * 2.3);
  }
  return { data: pixels, ...SIZE };
}

test("the score is 100 for the same picture and falls with the quality of the file", async () => {
  const original = picture();
  const scoreAt = async (quality: number) => {
    const file = await sharp(original.data, { raw: { ...SIZE, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    return ssimulacra2(original, { ...SIZE, data: await sharp(file).raw().toBuffer() });
  };
  expect(ssimulacra2(original, original)).toBe(100);
  const scores = [await scoreAt(95), await scoreAt(80), await scoreAt(50), await scoreAt(15)];
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(scores[0]).toBeGreaterThan(80);
  expect(scores[3]).toBeLessThan(50);
});
