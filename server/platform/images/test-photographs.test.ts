import sharp from "sharp";
import { expect, test } from "vitest";
import { colourDifference, type Rgb } from "../../../rig/pictures/colour.ts";
import { DISPLAY_P3, SRGB, type WorkingSpace } from "../../../rig/pictures/icc-profile.ts";
import { SKY, TEST_PHOTOGRAPHS } from "../../../rig/pictures/test-photographs.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";

/** Measures what `npm run test-photographs` makes to look at. */

/** Still larger than the medium size. */
const SCALE = 0.51;
const PANORAMA_SCALE = 0.2;

const save = pictureFiles();

type Shown = {
  width: number;
  height: number;
  space: WorkingSpace;
  /** The mean colour around a place, which is given as a share of width and height. */
  at(x: number, y: number): Rgb;
  bytes: Buffer;
};
type Case = { file: Buffer; jpeg: Shown; avif: Shown; hdr: Buffer | undefined };

const MEASURES: Record<keyof typeof TEST_PHOTOGRAPHS, (shown: Case) => void | Promise<void>> = {
  "p3-red-with-a-darker-disc.jpg": ({ jpeg, avif }) => {
    expect(distance(avif, [0.05, 0.5], [255, 0, 0], DISPLAY_P3)).toBeLessThan(2);
    expect(distance(avif, [0.5, 0.5], [234, 51, 35], DISPLAY_P3)).toBeLessThan(2);
    expect(contrast(jpeg, [0.05, 0.5], [0.5, 0.5])).toBeGreaterThan(1);
  },
  "adobe-rgb-green-with-a-disc.jpg": ({ jpeg, avif }) => {
    // The green itself is beyond Display P3.
    expect(avif.space).toBe(DISPLAY_P3);
    expect(contrast(avif, [0.05, 0.5], [0.5, 0.5])).toBeGreaterThan(3);
    expect(contrast(jpeg, [0.05, 0.5], [0.5, 0.5])).toBeGreaterThan(1);
  },
  "prophoto-petals-that-differ.jpg": ({ jpeg, avif }) => {
    const petals = Array.from({ length: 12 }, (_, index): Place => {
      const angle = ((index + 0.5) / 6 - 1) * Math.PI;
      return [0.5 + 0.4 * Math.cos(angle), 0.5 + 0.4 * Math.sin(angle)];
    });
    for (const [index, petal] of petals.entries()) {
      const next = petals[index + 1];
      if (!next) continue;
      expect(contrast(avif, petal, next), `AVIF, petal ${index}`).toBeGreaterThan(1);
      expect(contrast(jpeg, petal, next), `JPEG, petal ${index}`).toBeGreaterThan(0.5);
    }
  },
  "cmyk-four-inks.jpg": async ({ file, jpeg, avif }) => {
    const reference = await show(await sharp(file).toColourspace("srgb").png().toBuffer());
    for (const place of RAMP_PLACES) {
      for (const shown of [jpeg, avif]) expect(distance(shown, place, reference.at(...place))).toBeLessThan(2);
    }
  },
  "16-bit-sky-without-steps.png": ({ jpeg, avif }) => {
    for (const shown of [jpeg, avif]) {
      for (let y = 0.02; y < 1; y += 0.02) {
        const sky = SKY.top.map((top, channel) => (top + y * ((SKY.bottom[channel] ?? top) - top)) / 257);
        expect(distance(shown, [0.5, y], sky as Rgb), `at ${y}`).toBeLessThan(1);
      }
    }
  },
  "hdr-brighter-than-white.jpg": async ({ jpeg, avif, hdr }) => {
    expect((await sharp(hdr).metadata()).gainMap?.image.length).toBeGreaterThan(100);
    for (const shown of [jpeg, avif, await show(hdr)]) {
      expect(shown.at(0.02, 0.5)[0]).toBeLessThan(60);
      expect(shown.at(0.98, 0.5)[0]).toBeGreaterThan(150);
    }
  },
  "panorama-eight-to-one.jpg": ({ jpeg, avif }) => {
    for (const shown of [jpeg, avif]) {
      expect([shown.width, shown.height]).toEqual([1200, 150]);
      for (const place of RAMP_PLACES) expect(distance(shown, place, rampAt(...place))).toBeLessThan(2);
    }
  },
  "grain-that-must-not-smear.jpg": async ({ file, jpeg, avif }) => {
    const uncompressed = await sharp(file).resize(1200).png().toBuffer();
    for (const { bytes } of [jpeg, avif]) {
      expect((await grainOf(bytes)) / (await grainOf(uncompressed))).toBeGreaterThan(0.85);
    }
  },
  "heic-turned-red-top-right.heic": ({ jpeg, avif }) => {
    expect(distance(avif, [0.75, 0.25], [255, 0, 0], DISPLAY_P3)).toBeLessThan(2);
    expect(distance(avif, [0.75, 0.75], [0, 255, 0], DISPLAY_P3)).toBeLessThan(2);
    expect(distance(avif, [0.25, 0.75], [0, 0, 255], DISPLAY_P3)).toBeLessThan(2);
    for (const shown of [jpeg, avif]) expect(distance(shown, [0.25, 0.25], [255, 255, 255])).toBeLessThan(2);
  },
  "heic-10-bit-ramp.heic": ({ jpeg, avif }) => {
    for (const shown of [jpeg, avif]) {
      for (let x = 0.02; x < 1; x += 0.02) {
        const grey = x * 255;
        expect(distance(shown, [x, 0.5], [grey, grey, grey]), `at ${x}`).toBeLessThan(2);
      }
    }
  },
};

test.each(Object.entries(MEASURES))("%s looks as it should", async (name, measure) => {
  // The keys of both are the same.
  const make = TEST_PHOTOGRAPHS[name as keyof typeof TEST_PHOTOGRAPHS];
  const file = await make(name.startsWith("panorama") ? PANORAMA_SCALE : SCALE);
  const { pictures } = await images.make(await save(file), ["medium"], { acceptsHeic: true });
  const bytesOf = (format: string) => pictures.find((picture) => picture.format === format)?.bytes;
  await measure({ file, jpeg: await show(bytesOf("jpeg")), avif: await show(bytesOf("avif")), hdr: bytesOf("hdr") });
});

type Place = readonly [x: number, y: number];

/** Four ramps, one above the other: grey, red, green, blue. */
const RAMP_PLACES = [0.125, 0.375, 0.625, 0.875].flatMap((y) => [0.1, 0.3, 0.5, 0.7, 0.9].map((x): Place => [x, y]));
const rampAt = (x: number, y: number): Rgb => {
  const band = Math.floor(y * 4);
  const level = x * 255;
  return [band < 2 ? level : 0, band === 0 || band === 2 ? level : 0, band === 0 || band === 3 ? level : 0];
};

const distance = (shown: Shown, [x, y]: Place, colour: Rgb, space = SRGB) =>
  colourDifference(colour, shown.at(x, y), [space, shown.space]);
const contrast = (shown: Shown, first: Place, second: Place) =>
  distance(shown, first, shown.at(...second), shown.space);

async function show(bytes: Buffer | undefined): Promise<Shown> {
  if (!bytes) throw new Error("The picture is missing");
  const { icc } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    width,
    height,
    bytes,
    space: icc ? DISPLAY_P3 : SRGB,
    at(x, y) {
      const [left, top] = [Math.round(x * width - 2), Math.round(y * height - 2)];
      const sums: Rgb = [0, 0, 0];
      for (let index = 0; index < 16; index++) {
        const from = ((top + (index >> 2)) * width + left + (index & 3)) * 3;
        for (const channel of [0, 1, 2] as const) sums[channel] += (data[from + channel] ?? 0) / 16;
      }
      return sums;
    },
  };
}

/** How far pixels differ from each other where the light is the same. */
async function grainOf(bytes: Buffer): Promise<number> {
  const row = await sharp(bytes).extract({ left: 100, top: 400, width: 800, height: 8 }).greyscale().raw().toBuffer();
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  return Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length);
}
