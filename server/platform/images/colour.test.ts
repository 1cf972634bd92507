import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { colourDifference, fits, type Rgb, toSrgb } from "../../../rig/pictures/colour.ts";
import { pngOfSize, withIccProfile } from "../../../rig/pictures/containers.ts";
import {
  ADOBE_RGB,
  DISPLAY_P3,
  iccProfile,
  LINEAR_RGB,
  PROPHOTO_RGB,
  SRGB,
  type WorkingSpace,
} from "../../../rig/pictures/icc-profile.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import { isSrgbProfile } from "./icc.ts";

const COLUMNS = 16;
const ROWS = 3;
/** Wide enough that the medium size has to be shrunk, and that no block of a JPEG reaches from the middle to the edge. */
const PATCH_PX = 80;
const WIDTH = COLUMNS * PATCH_PX;
const HEIGHT = ROWS * PATCH_PX;
const FLAT_SIZE = { width: 80, height: 60 };

const save = pictureFiles();

test("the colour difference measure itself is correct", () => {
  expect(colourDifference([255, 255, 255], [0, 0, 0])).toBeCloseTo(100, 1);
  expect(colourDifference([120, 60, 200], [120, 60, 200])).toBe(0);
  expect(colourDifference([128, 128, 128], [129, 129, 129])).toBeLessThan(0.5);
});

for (const space of [ADOBE_RGB, PROPHOTO_RGB, DISPLAY_P3]) {
  for (const format of ["jpeg", "png", "webp"] as const) {
    test(`a ${format} chart in ${space.name} keeps its colours`, async () => {
      const path = await writeChart(space, format);
      await expectColours(path, (colour) => toSrgb(space, colour), space);
    });
  }
}

test.each([
  [DISPLAY_P3, [255, 0, 0]],
  [DISPLAY_P3, [20, 230, 60]],
  [DISPLAY_P3, [255, 160, 0]],
  [ADOBE_RGB, [90, 220, 90]],
  [PROPHOTO_RGB, [190, 90, 60]],
] as const)(
  "a colour that only Display P3 can show is that colour in the AVIF and the full-size JPEG",
  async (space, given) => {
    const colour: Rgb = [...given];
    expect([fits(colour, space, SRGB), fits(colour, space, DISPLAY_P3)]).toEqual([false, true]);
    const path = await save(withIccProfile(await flatPng(colour), "png", iccProfile(space), FLAT_SIZE));

    const pictures = [
      ...(await images.make(path, ["thumb", "medium"])).pictures,
      // Alone, as a visitor asks for it.
      ...(await images.make(path, ["original"])).pictures,
    ];

    expect(pictures.map(({ size, format }) => `${size} ${format}`)).toContain("original jpeg");
    for (const { size, format, bytes } of pictures) {
      const { icc } = await sharp(bytes).metadata();
      if (format === "jpeg" && size !== "original") {
        expect(icc).toBeUndefined();
        continue;
      }
      expect(icc?.length).toBeLessThan(600);
      const { data } = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
      const shown: Rgb = [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
      expect(colourDifference(colour, shown, [space, DISPLAY_P3])).toBeLessThan(2);
      // And read by the profile in the file, it is the same colour.
      const asSrgb = await sharp(bytes).raw().toBuffer();
      const clipped = toSrgb(DISPLAY_P3, shown);
      expect(colourDifference(clipped, [asSrgb[0] ?? 0, asSrgb[1] ?? 0, asSrgb[2] ?? 0])).toBeLessThan(2);
    }
  },
);

test.each([ADOBE_RGB, PROPHOTO_RGB, DISPLAY_P3])(
  "$name whose colours all fit sRGB stays sRGB, with the colours of a plain conversion",
  async (space) => {
    const path = await save(withIccProfile(await flatPng([150, 120, 100]), "png", iccProfile(space), FLAT_SIZE));
    const { pictures } = await images.make(path, ["medium", "original"]);
    for (const { size, bytes } of pictures) {
      const { icc } = await sharp(bytes).metadata();
      // Converting while it streams leaves the profile of sRGB in the full-size JPEG.
      if (size === "original") expect(icc && isSrgbProfile(icc)).toBe(true);
      else expect(icc).toBeUndefined();
      const data = await sharp(bytes).raw().toBuffer();
      const shown: Rgb = [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
      expect(colourDifference(toSrgb(space, [150, 120, 100]), shown)).toBeLessThan(1.5);
    }
  },
);

// Cutting off at the edge of sRGB changes such a red by 10.
test("in the JPEG, steps between colours beyond sRGB stay steps, near those colours", async () => {
  const steps = Array.from({ length: 12 }, (_, index): Rgb => [255, index * 5, index * 5]);
  const pixels = Buffer.alloc(480 * 40 * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set(steps[Math.floor(((at / 3) % 480) / 40)] ?? [0, 0, 0], at);
  const size = { width: 480, height: 40 };
  const png = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  const path = await save(withIccProfile(png, "png", iccProfile(DISPLAY_P3), size));

  const { pictures } = await images.make(path, ["medium"], { formats: ["jpeg"] });

  const data = await sharp(pictures[0]?.bytes).raw().toBuffer();
  const shown = steps.map((_, index): Rgb => {
    const at = (20 * 480 + index * 40 + 20) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  });
  // Cutting off at the edge of sRGB would give the same red for all of them.
  const greens = shown.map(([, green]) => green);
  expect(new Set(greens).size).toBeGreaterThanOrEqual(8);
  expect(greens).toEqual(greens.toSorted((a, b) => a - b));
  for (const [index, colour] of steps.entries()) {
    expect(colourDifference(colour, shown[index] ?? colour, [DISPLAY_P3, SRGB])).toBeLessThan(12);
  }
});

const flatPng = ([r, g, b]: Rgb) =>
  sharp({ create: { ...FLAT_SIZE, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();

test("a chart without a profile is treated as sRGB", async () => {
  await expectColours(await writeChart(undefined, "png"), (colour) => colour);
});

for (const space of [ADOBE_RGB, PROPHOTO_RGB, DISPLAY_P3, LINEAR_RGB]) {
  test(`a 16-bit chart in ${space.name} keeps its colours`, async () => {
    const path = await save(withIccProfile(DEEP_CHART, "png", iccProfile(space), RAW));
    await expectColours(path, (colour) => toSrgb(space, colour), space);
  });
}

test("a large Adobe RGB JPEG keeps its colours, scaled on load", async () => {
  const wide = sharp(CHART, { raw: RAW }).resize(WIDTH * 4, HEIGHT * 4, { kernel: "nearest" });
  const jpeg = await wide.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  const path = await save(withIccProfile(jpeg, "jpeg", iccProfile(ADOBE_RGB), RAW));
  await expectColours(path, (colour) => toSrgb(ADOBE_RGB, colour), ADOBE_RGB);
});

test("a profile that says sRGB changes nothing", async () => {
  const mediumOf = async (path: string) => (await images.make(path, ["medium"])).pictures[0]?.bytes;
  const untagged = await mediumOf(await writeChart(undefined, "png"));
  expect(await mediumOf(await writeChart(SRGB, "png"))).toEqual(untagged);
});

test("a garbage profile is ignored", async () => {
  const rubbish = iccProfile(ADOBE_RGB).fill(0x55, 132);
  const jpeg = sharp(CHART, { raw: RAW }).jpeg({ quality: 100, chromaSubsampling: "4:4:4" });
  const path = await save(withIccProfile(await jpeg.toBuffer(), "jpeg", rubbish, RAW));
  await expectColours(path, (colour) => colour);
});

for (const space of ["b-w", "grey16"]) {
  for (const kind of ["opaque", "with alpha"]) {
    test(`grey (${space}, ${kind}) stays grey and as light`, async () => {
      const grey = sharp({ create: { ...FLAT_SIZE, channels: 3, background: "#777777" } });
      const image = kind === "opaque" ? grey : grey.ensureAlpha(1);
      const { pictures } = await images.make(await save(await image.toColourspace(space).png().toBuffer()), ["medium"]);
      const { channels } = await sharp(pictures[0]?.bytes).stats();
      for (const { mean } of channels) expect(Math.abs(mean - 0x77)).toBeLessThanOrEqual(2);
    });
  }
}

test("a CMYK chart comes out as a plain conversion of all its pixels gives it", async () => {
  const cmyk = sharp(CHART, { raw: RAW }).toColourspace("cmyk").withIccProfile("cmyk").jpeg({ quality: 100 });
  const path = await save(await cmyk.toBuffer());
  expect((await sharp(path).metadata()).space).toBe("cmyk");
  // The reference converts first and shrinks nothing: the profile's tables have no formula to check against.
  const plain = await sharp(path).toColourspace("srgb").removeAlpha().raw().toBuffer();
  const reference = new Map(
    chart().map((colour, index) => [String(colour), patchColour(plain, WIDTH, 3, index, PATCH_PX)]),
  );
  await expectColours(path, (colour) => reference.get(String(colour)) ?? colour);
});

const RAW = { width: WIDTH, height: HEIGHT, channels: 3 } as const;

/** Greys, the corners of the cube, skin, sky and leaves: 48 patches. */
function chart(): Rgb[] {
  const greys = Array.from({ length: 8 }, (_, index): Rgb => [index * 36, index * 36, index * 36]);
  const levels = [40, 120, 200];
  const cube = levels.flatMap((r) => levels.flatMap((g) => levels.map((b): Rgb => [r, g, b])));
  const known: Rgb[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
    [0, 255, 255],
    [255, 0, 255],
    [224, 172, 145],
    [141, 85, 58],
    [118, 162, 214],
    [74, 103, 65],
    [255, 128, 0],
    [90, 60, 110],
    [250, 250, 240],
  ];
  return [...greys, ...cube, ...known].slice(0, COLUMNS * ROWS);
}

function chartPixels(): Buffer {
  const colours = chart();
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const colour = colours[Math.floor(y / PATCH_PX) * COLUMNS + Math.floor(x / PATCH_PX)] ?? [0, 0, 0];
      pixels.set(colour, (y * WIDTH + x) * 3);
    }
  }
  return pixels;
}

/** Drawn once. */
const CHART = chartPixels();
const DEEP_CHART = deepPng(CHART);

/** A PNG with 16 bits per channel. */
function deepPng(pixels: Buffer): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 6));
  for (let y = 0; y < HEIGHT; y++) {
    for (let sample = 0; sample < WIDTH * 3; sample++) {
      rows.writeUInt16BE((pixels[y * WIDTH * 3 + sample] ?? 0) * 257, y * (1 + WIDTH * 6) + 1 + sample * 2);
    }
  }
  return pngOfSize({ width: WIDTH, height: HEIGHT, bitDepth: 16, colourType: 2 }, deflateSync(rows));
}

async function writeChart(space: WorkingSpace | undefined, format: "jpeg" | "png" | "webp"): Promise<string> {
  const options = format === "webp" ? { lossless: true } : { quality: 100, chromaSubsampling: "4:4:4" };
  const encoded = await sharp(CHART, { raw: RAW }).toFormat(format, options).toBuffer();
  return save(space ? withIccProfile(encoded, format, iccProfile(space), RAW) : encoded);
}

/** sharp reads the AVIF by its profile. In a JPEG, what sRGB cannot show has another reference. */
async function expectColours(path: string, reference: (colour: Rgb) => Rgb, space = SRGB): Promise<void> {
  const { pictures } = await images.make(path, ["medium"]);
  for (const file of pictures) {
    const { data, info } = await sharp(file.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const differences = chart()
      .flatMap((colour, index) => {
        if (file.format === "jpeg" && !fits(colour, space, SRGB)) return [];
        const shown = patchColour(data, info.width, info.channels, index, info.width / COLUMNS);
        return [colourDifference(reference(colour), shown)];
      })
      .sort((a, b) => a - b);
    expect(differences.length).toBeGreaterThan(15);
    const median = differences[Math.floor(differences.length / 2)] ?? 0;
    const largest = differences.at(-1) ?? 0;
    process.stdout.write(`${file.format}: median ${median.toFixed(2)}, largest ${largest.toFixed(2)} (CIEDE2000)\n`);
    expect([file.size, file.format, median < 1, largest < 2, median, largest]).toEqual([
      file.size,
      file.format,
      true,
      true,
      median,
      largest,
    ]);
  }
}

/** The mean of the middle of a patch, away from its edges. */
function patchColour(pixels: Buffer, width: number, channels: number, index: number, patchPx: number): Rgb {
  const [left, top] = [(index % COLUMNS) * patchPx, Math.floor(index / COLUMNS) * patchPx];
  const sums: Rgb = [0, 0, 0];
  let count = 0;
  for (let y = Math.round(top + patchPx * 0.35); y < top + patchPx * 0.65; y++) {
    for (let x = Math.round(left + patchPx * 0.35); x < left + patchPx * 0.65; x++) {
      for (const channel of [0, 1, 2] as const) sums[channel] += pixels[(y * width + x) * channels + channel] ?? 0;
      count++;
    }
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}
