import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { PICTURE_SIZES, type PictureSize, VARIANTS } from "../../../contract/limits.ts";
import { colourDifference } from "../../../rig/pictures/colour.ts";
import { tallJpeg } from "../../../rig/pictures/tall-jpeg.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import type { MadePictures } from "./images.ts";

const save = pictureFiles();

async function make(bytes: Buffer, sizes: readonly PictureSize[] = ["thumb", "medium"]): Promise<MadePictures> {
  return images.make(await save(bytes), sizes);
}

function fileOf(picture: MadePictures, size: PictureSize, format: "jpeg" | "avif") {
  const file = picture.pictures.find((candidate) => candidate.size === size && candidate.format === format);
  if (!file) throw new Error(`no ${size} ${format}`);
  return file;
}

/** The colours at the given places, as fractions of the picture. */
async function coloursAt(bytes: Buffer, places: [number, number][]): Promise<number[][]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(at, at + info.channels)];
  });
}

const plain = (width: number, height: number, background = "#407090") =>
  sharp({ create: { width, height, channels: 3, background } });

describe("sizes", () => {
  test.each([
    {
      name: "a landscape",
      from: [4000, 450],
      small: [800, 90],
      medium: [1200, 135],
      large: [2400, 270],
      xlarge: [3840, 432],
      thumb: [300, 300],
    },
    {
      name: "a portrait",
      from: [330, 2600],
      small: [102, 800],
      medium: [152, 1200],
      large: [305, 2400],
      xlarge: [330, 2600],
      thumb: [300, 300],
    },
    {
      name: "a small one",
      from: [400, 320],
      small: [400, 320],
      medium: [400, 320],
      large: [400, 320],
      xlarge: [400, 320],
      thumb: [300, 300],
    },
    {
      name: "a tiny one",
      from: [120, 80],
      small: [120, 80],
      medium: [120, 80],
      large: [120, 80],
      xlarge: [120, 80],
      thumb: [80, 80],
    },
    { name: "a pixel", from: [1, 1], small: [1, 1], medium: [1, 1], large: [1, 1], xlarge: [1, 1], thumb: [1, 1] },
    {
      name: "a ribbon",
      from: [9000, 200],
      small: [800, 18],
      medium: [1200, 27],
      large: [2400, 53],
      xlarge: [3840, 85],
      thumb: [200, 200],
    },
  ])("of $name fit their edges and are never enlarged", async ({ from, ...expected }) => {
    const [width = 0, height = 0] = from;
    const picture = await make(await plain(width, height).png().toBuffer(), PICTURE_SIZES);
    expect(picture.facts).toMatchObject({ width, height, format: "png" });
    for (const size of VARIANTS) {
      for (const format of ["jpeg", "avif"] as const) {
        const { bytes, ...stated } = fileOf(picture, size, format);
        const { width, height } = await sharp(bytes).metadata();
        expect([width, height]).toEqual(expected[size]);
        expect([stated.width, stated.height]).toEqual(expected[size]);
      }
    }
    expect(fileOf(picture, "original", "jpeg")).toMatchObject({ width, height });
  });

  test("come in one format on request", async () => {
    const path = await save(await plain(50, 50).png().toBuffer());
    const { pictures } = await images.make(path, ["thumb"], { formats: ["jpeg"] });
    expect(pictures.map(({ size, format }) => `${size} ${format}`)).toEqual(["thumb jpeg"]);
  });

  test("a thumb is cropped around the subject", async () => {
    const subject = await plain(100, 100, "#ff3010").png().toBuffer();
    const bytes = await plain(900, 300, "#808080")
      .composite([{ input: subject, left: 750, top: 100 }])
      .png()
      .toBuffer();
    const [centre] = await coloursAt(fileOf(await make(bytes), "thumb", "jpeg").bytes, [[0.6, 0.5]]);
    expect(centre?.[0]).toBeGreaterThan(200);
  });

  test("fine detail stays crisp in a shrunken picture, without halos along edges", async () => {
    const half = await plain(1200, 200, "#404040").png().toBuffer();
    const bytes = await plain(2400, 200, "#c0c0c0")
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { data, info } = await sharp(fileOf(await make(bytes), "medium", "jpeg").bytes)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const row = data.subarray(info.width * 50 * info.channels, info.width * 51 * info.channels);
    const values = [...row].filter((_, at) => at % info.channels === 0);
    expect(Math.max(...values)).toBeLessThan(0xc0 + 32);
    expect(Math.min(...values)).toBeGreaterThan(0x40 - 32);
    // From dark to light within four pixels.
    const first = values.findIndex((value) => value > 0x60);
    expect(values[first + 3]).toBeGreaterThan(0xb0);
  });
});

describe("orientation", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i comes out upright", async (orientation) => {
    // Upright: red at the top left, blue at the bottom right. Stored as a camera held in that way would.
    const corner = (background: string) => plain(75, 50, background).png().toBuffer();
    const upright = await plain(300, 200, "#eeeeee")
      .composite([
        { input: await corner("#d00000"), left: 0, top: 0 },
        { input: await corner("#0000d0"), left: 225, top: 150 },
      ])
      .png()
      .toBuffer();
    const undo: Record<number, (image: Sharp) => Sharp> = {
      1: (image) => image,
      2: (image) => image.flop(),
      3: (image) => image.rotate(180),
      4: (image) => image.flip(),
      5: (image) => image.rotate(270).flop(),
      6: (image) => image.rotate(270),
      7: (image) => image.rotate(90).flop(),
      8: (image) => image.rotate(90),
    };
    const stored = await undo[orientation]?.(sharp(upright)).png().toBuffer();
    const bytes = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const picture = await make(bytes, ["medium", "original"]);
    expect(picture.facts).toMatchObject({ width: 300, height: 200 });
    for (const size of ["medium", "original"] as const) {
      const file = fileOf(picture, size, "jpeg");
      expect([file.width, file.height]).toEqual([300, 200]);
      const [topLeft, bottomRight] = await coloursAt(file.bytes, [
        [0.1, 0.1],
        [0.9, 0.9],
      ]);
      expect(topLeft?.[0]).toBeGreaterThan(180);
      expect(bottomRight?.[2]).toBeGreaterThan(180);
      expect((await sharp(file.bytes).metadata()).orientation ?? 1).toBe(1);
    }
  });
});

describe("transparency and animation", () => {
  test("alpha is kept in AVIF and becomes white in JPEG", async () => {
    const clear = await sharp({
      create: { width: 200, height: 150, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: await plain(100, 150, "#0000ff").png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const picture = await make(clear);
    const [blue, white] = await coloursAt(fileOf(picture, "medium", "jpeg").bytes, [
      [0.2, 0.5],
      [0.8, 0.5],
    ]);
    expect(blue?.[2]).toBeGreaterThan(240);
    expect(Math.min(...(white ?? [0]))).toBeGreaterThan(250);
    const [opaque, through] = await coloursAt(fileOf(picture, "medium", "avif").bytes, [
      [0.2, 0.5],
      [0.8, 0.5],
    ]);
    expect(opaque?.[3]).toBe(255);
    expect(through?.[3]).toBe(0);
  });

  test("an opaque alpha channel is dropped", async () => {
    const bytes = await plain(80, 60).ensureAlpha(1).png().toBuffer();
    expect((await sharp(fileOf(await make(bytes), "medium", "avif").bytes).metadata()).hasAlpha).toBe(false);
  });

  test.each(["gif", "webp"] as const)("an animated %s shows its first frame", async (format) => {
    const frames = await Promise.all(
      ["#ff0000", "#00ff00", "#0000ff"].map((colour) => plain(60, 40, colour).png().toBuffer()),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      [format]()
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    const picture = await make(bytes);
    expect(picture.facts).toMatchObject({ format, width: 60, height: 40 });
    const [colour] = await coloursAt(fileOf(picture, "medium", "jpeg").bytes, [[0.5, 0.5]]);
    expect(colour?.[0]).toBeGreaterThan(240);
    expect(colour?.[1]).toBeLessThan(15);
  });
});

describe("the placeholder", () => {
  test.each([
    [600, 400],
    [400, 600],
    [320, 180],
    [501, 389],
    [5000, 300],
    [1, 1],
  ])("of %i x %i is a small picture of the same aspect and colour", async (width, height) => {
    const { facts } = await make(await plain(width, height, "#a03060").png().toBuffer());
    const [head, base64 = ""] = facts.placeholder.split(",");
    expect(head).toBe("data:image/webp;base64");
    expect(facts.placeholder.length).toBeLessThan(700);
    const tiny = Buffer.from(base64, "base64");
    const shown = await sharp(tiny).metadata();
    expect(Math.abs(shown.width / shown.height / (width / height) - 1)).toBeLessThan(0.05);
    const [[r = 0, g = 0, b = 0] = []] = await coloursAt(tiny, [[0.5, 0.5]]);
    expect(colourDifference([0xa0, 0x30, 0x60], [r, g, b])).toBeLessThan(6);
  });
});

test("a JPEG of 250 megapixels is shrunk while it is read", async () => {
  const [width, height] = [25_000, 10_000];

  const { facts, pictures } = await make(await tallJpeg({ width, height, background: "#5a783c" }));

  expect(facts).toMatchObject({ width, height });
  expect(pictures.find(({ size }) => size === "medium")).toMatchObject({ width: 1200, height: 480 });
  const [[r = 0, g = 0, b = 0] = []] = await coloursAt(
    fileOf({ facts, pictures, emblems: [] }, "medium", "jpeg").bytes,
    [[0.9, 0.9]],
  );
  expect(colourDifference([0x5a, 0x78, 0x3c], [r, g, b])).toBeLessThan(2);
});
