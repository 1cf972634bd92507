import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { withJpegSegment } from "../../../rig/pictures/containers.ts";
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  grayPng,
  withJpegSize,
  withScans,
} from "../../../rig/pictures/hostile-bytes.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import { PictureRefusedError } from "./images.ts";

const save = pictureFiles();
const good: Record<string, Buffer> = {};

beforeAll(async () => {
  // Noise, so that every byte of the file counts.
  const pixels = Buffer.alloc(300 * 200 * 3);
  for (let at = 0, state = 1; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    pixels[at] = state >>> 24;
  }
  const picture = sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } });
  good.jpeg = await picture.clone().jpeg().toBuffer();
  good.progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
  good.png = await picture.clone().png().toBuffer();
  good.gif = await picture.clone().gif().toBuffer();
  good.webp = await picture.clone().webp().toBuffer();
  good.lossless = await picture.clone().webp({ lossless: true }).toBuffer();
});

const withGainMap = (jpeg: Buffer) => withJpegSegment(jpeg, 0xe2, Buffer.from("urn:iso:std:iso:ts:21496:-1"));

/** As if the first scan had one component only. */
function oneColourFirst(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  changed[jpeg.indexOf(Buffer.from([0xff, 0xda])) + 4] = 1;
  return changed;
}

const goodBytes = (name: string) => good[name] ?? Buffer.alloc(0);

/** Undefined when the picture is made. */
async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  const path = await save(bytes);
  try {
    await images.make(path, ["thumb"], { formats: ["jpeg"] });
    return undefined;
  } catch (error) {
    if (error instanceof PictureRefusedError) return error.reason;
    throw error;
  }
}

describe("the content decides", () => {
  test.each(["jpeg", "progressive", "png", "gif", "webp", "lossless"])(
    "%s is accepted under any name",
    async (name) => {
      expect(await refusalOf(goodBytes(name))).toBeUndefined();
    },
  );

  test.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')],
    ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj")],
    ["a TIFF", Buffer.from("49492a0008000000000000000000", "hex")],
    ["a BMP", Buffer.from("424d3600000000000000360000002800", "hex")],
    ["a program", Buffer.from("7f454c460201010000000000", "hex")],
    ["a RIFF that is no WebP", Buffer.from("RIFF\x10\0\0\0WAVEfmt ", "latin1")],
    ["one byte", Buffer.from([0xff])],
  ])("%s is no picture we take", async (_name, bytes) => {
    expect(await refusalOf(bytes)).toBe("UNSUPPORTED_TYPE");
  });

  test("an AVIF is refused", async () => {
    expect(await refusalOf(await sharp(goodBytes("png")).avif().toBuffer())).toBe("UNSUPPORTED_TYPE");
  });

  test("an empty file is refused", async () => {
    expect(await refusalOf(Buffer.alloc(0))).toBe("EMPTY_FILE");
  });
});

describe("damage", () => {
  test.each(["jpeg", "progressive", "png", "gif", "webp", "lossless"])(
    "a %s cut short is refused wherever it was cut",
    async (name) => {
      const whole = goodBytes(name);
      for (const share of [0.02, 0.1, 0.5, 0.9, 0.99]) {
        expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe("CORRUPT_IMAGE");
      }
      // A GIF that lacks only its closing byte shows all of its picture.
      if (name !== "gif") expect(await refusalOf(whole.subarray(0, -3))).toBe("CORRUPT_IMAGE");
    },
  );

  test.each(["jpeg", "progressive"])(
    "a %s of which half is missing is refused though it is closed properly",
    async (name) => {
      const whole = goodBytes(name);
      const half = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])]);
      expect(await refusalOf(half)).toBe("CORRUPT_IMAGE");
    },
  );

  test("a PNG whose checksum is wrong is refused", async () => {
    const changed = Buffer.from(goodBytes("png"));
    changed[Math.floor(changed.length / 2)] = 255 - (changed[Math.floor(changed.length / 2)] ?? 0);
    expect(await refusalOf(changed)).toBe("CORRUPT_IMAGE");
  });

  test.each(["jpeg", "png", "gif", "webp"])("a %s with nothing but its signature is refused", async (name) => {
    expect(await refusalOf(goodBytes(name).subarray(0, 16))).toBe("CORRUPT_IMAGE");
  });

  test("bytes after the end of a picture are ignored", async () => {
    const page = Buffer.from("<html><script>alert(1)</script>");
    for (const name of ["jpeg", "png", "gif"])
      expect(await refusalOf(Buffer.concat([goodBytes(name), page]))).toBeUndefined();
  });

  test("a sloppy header, as some cameras write it, is accepted", async () => {
    const untidy = Buffer.from(goodBytes("jpeg"));
    const scan = untidy.indexOf(Buffer.from([0xff, 0xda]));
    // The end of the spectral selection, which a sequential picture does not use.
    untidy[scan + 2 + untidy.readUInt16BE(scan + 2) - 2] = 0;
    expect(await refusalOf(untidy)).toBeUndefined();
  });

  test("garbage after a valid signature is refused, and never an error", async () => {
    for (const name of ["jpeg", "png", "gif", "webp"]) {
      for (let seed = 0; seed < 12; seed++) {
        const bytes = Buffer.from(goodBytes(name));
        for (let change = 0; change < 40; change++) {
          bytes[16 + ((Math.imul(seed * 97 + change + 1, 0x9e3779b1) >>> 8) % (bytes.length - 16))] =
            (seed * 31 + change * 7) & 0xff;
        }
        // Some of these happen to be readable; what counts is that each is answered.
        expect([undefined, "CORRUPT_IMAGE", "TOO_MANY_PIXELS", "TOO_MANY_FRAMES", "TOO_COMPLEX"]).toContain(
          await refusalOf(bytes),
        );
      }
    }
  });
});

describe("limits", () => {
  test.each([
    ["a PNG", () => grayPng(20_000, 6_001)],
    ["a PNG as wide as can be", () => grayPng(2 ** 31 - 1, 2 ** 31 - 1)],
    ["a JPEG", () => withJpegSize(goodBytes("jpeg"), 65_500, 65_500)],
    ["a GIF", () => animatedGif(1, 65_535, 65_535)],
    ["a progressive JPEG", () => withJpegSize(goodBytes("progressive"), 15_000, 8_001)],
    ["a JPEG whose colours come one by one", () => withJpegSize(oneColourFirst(goodBytes("jpeg")), 15_000, 8_001)],
    ["a JPEG with a gain map", () => withJpegSize(withGainMap(goodBytes("jpeg")), 15_000, 8_001)],
  ])("%s of more than 120 megapixels is refused unread", async (_name, bytes) => {
    expect(await refusalOf(bytes())).toBe("TOO_MANY_PIXELS");
  });

  test("a plain JPEG may have 250 megapixels, and no row more", async () => {
    // Refused only later, for the pixels that are missing.
    expect(await refusalOf(withJpegSize(goodBytes("jpeg"), 25_000, 10_000))).toBe("CORRUPT_IMAGE");
    expect(await refusalOf(withJpegSize(goodBytes("jpeg"), 25_000, 10_001))).toBe("TOO_MANY_PIXELS");
  });

  test("a JPEG that lies about its size is refused", async () => {
    expect(await refusalOf(withJpegSize(goodBytes("jpeg"), 0, 0))).toBe("CORRUPT_IMAGE");
  });

  test("500 frames are accepted, 501 are not", async () => {
    expect(await refusalOf(animatedGif(500))).toBeUndefined();
    expect(await refusalOf(animatedGif(501))).toBe("TOO_MANY_FRAMES");
    expect(await refusalOf(animatedPng(501))).toBe("TOO_MANY_FRAMES");
    expect(await refusalOf(animatedWebp(501))).toBe("TOO_MANY_FRAMES");
  });

  test("40 scans are accepted, 101 are not", async () => {
    expect(await refusalOf(withScans(goodBytes("progressive"), 40))).toBeUndefined();
    expect(await refusalOf(withScans(goodBytes("progressive"), 101))).toBe("TOO_COMPLEX");
    expect(await refusalOf(withScans(goodBytes("progressive"), 883))).toBe("TOO_COMPLEX");
  });

  test("a picture too large to be decoded within the memory limit is refused", async () => {
    const progressive = withJpegSize(
      await sharp(goodBytes("png")).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      12_000,
      9_990,
    );
    expect(await refusalOf(progressive)).toBe("TOO_COMPLEX");
  });

  test("scans hidden in a comment or a preview are not counted", async () => {
    const scans = Buffer.from(Array.from({ length: 500 }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]).flat());
    expect(await refusalOf(withJpegSegment(goodBytes("jpeg"), 0xfe, scans))).toBeUndefined();
  });

  test("10 MiB are accepted, one byte more is not", async () => {
    const filled = (size: number) => Buffer.concat([goodBytes("jpeg"), Buffer.alloc(size - goodBytes("jpeg").length)]);
    expect(await refusalOf(filled(10 * 1024 * 1024))).toBeUndefined();
    expect(await refusalOf(filled(10 * 1024 * 1024 + 1))).toBe("TOO_LARGE");
  });
});
