import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { exifBlock, pngOfSize, withIccProfile } from "./containers.ts";
import { ADOBE_RGB, DISPLAY_P3, iccProfile, PROPHOTO_RGB } from "./icc-profile.ts";
import {
  accepted,
  cornerPixels,
  corners,
  encode,
  FORMATS,
  type Format,
  type OddPicture,
  type PlainPictures,
  refused,
  SIZE,
  withExif,
} from "./plain-pictures.ts";

/** Pictures as cameras and programs make them: rotated, in other colour spaces, animated, in every shape. */

/** How pixels must be stored to appear upright in a viewer that obeys the tag. */
const STORED_AS: Record<number, (picture: Sharp) => Sharp> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.rotate(270).flop(),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.rotate(90).flop(),
  8: (picture) => picture.rotate(90),
};

export async function orientations(): Promise<OddPicture[]> {
  const found: OddPicture[] = [];
  for (const [orientation, store] of Object.entries(STORED_AS)) {
    for (const format of ["jpeg", "png", "webp"] as const) {
      const raw = await store(corners()).raw().toBuffer({ resolveWithObject: true });
      const stored = await encode(sharp(raw.data, { raw: raw.info }), format);
      const tagged = withExif(stored, format, exifBlock({ orientation: Number(orientation) }), raw.info);
      found.push(accepted(`orientation ${orientation}`, format, tagged));
    }
  }
  const jpeg = await encode(corners(), "jpeg");
  for (const orientation of [0, 9, 65_535]) {
    found.push(
      accepted(
        `orientation ${orientation}, which is none`,
        "jpeg",
        withExif(jpeg, "jpeg", exifBlock({ orientation }), SIZE),
      ),
    );
  }
  return found;
}

export async function colourModels(plain: PlainPictures): Promise<OddPicture[]> {
  const found: OddPicture[] = [];
  for (const space of [ADOBE_RGB, DISPLAY_P3, PROPHOTO_RGB]) {
    for (const format of ["jpeg", "png", "webp"] as const) {
      found.push(accepted(space.name, format, withIccProfile(plain[format], format, iccProfile(space), SIZE)));
    }
  }
  const brokenProfile = iccProfile(ADOBE_RGB);
  brokenProfile.fill(0xaa, 128, 300);
  for (const format of ["jpeg", "png", "webp"] as const) {
    found.push(accepted("an invalid profile", format, withIccProfile(plain[format], format, brokenProfile, SIZE)));
  }
  const alpha = await corners().ensureAlpha(0.5).raw().toBuffer();
  const translucent = () => sharp(alpha, { raw: { ...SIZE, channels: 4 } });
  return [
    ...found,
    accepted(
      "CMYK with a profile",
      "jpeg",
      await corners().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer(),
      // No ink is as green as a screen can be.
      false,
    ),
    accepted("CMYK without a profile", "jpeg", await corners().toColourspace("cmyk").jpeg().toBuffer(), false),
    accepted("grey", "jpeg", await corners().greyscale().jpeg().toBuffer(), false),
    accepted("grey", "png", await corners().greyscale().png().toBuffer(), false),
    accepted("grey with alpha", "png", await translucent().toColourspace("b-w").png().toBuffer(), false),
    accepted("16 bit", "png", await corners().toColourspace("rgb16").png().toBuffer()),
    accepted("16 bit with alpha", "png", await translucent().toColourspace("rgb16").png().toBuffer(), false),
    accepted("palette", "png", await corners().png({ palette: true, colours: 16 }).toBuffer()),
    accepted("palette with alpha", "png", await translucent().png({ palette: true }).toBuffer(), false),
    accepted("alpha", "png", await translucent().png().toBuffer(), false),
    accepted("alpha", "webp", await translucent().webp().toBuffer(), false),
    accepted("alpha", "gif", await translucent().gif().toBuffer(), false),
    accepted(
      "one bit",
      "png",
      pngOfSize({ width: 64, height: 8, bitDepth: 1 }, deflateSync(Buffer.alloc(8 * 9))),
      false,
    ),
  ];
}

export async function encodings(): Promise<OddPicture[]> {
  return [
    accepted("progressive", "jpeg", await corners().jpeg({ progressive: true, quality: 95 }).toBuffer()),
    accepted("optimised scans", "jpeg", await corners().jpeg({ mozjpeg: true, quality: 95 }).toBuffer()),
    accepted("chroma halved", "jpeg", await corners().jpeg({ chromaSubsampling: "4:2:0", quality: 95 }).toBuffer()),
    accepted("interlaced", "png", await corners().png({ progressive: true }).toBuffer()),
    accepted("lossless", "webp", await corners().webp({ lossless: true }).toBuffer()),
    accepted("nearly lossless", "webp", await corners().webp({ nearLossless: true }).toBuffer()),
    accepted("interlaced", "gif", await corners().gif({ progressive: true }).toBuffer()),
  ];
}

export async function animations(): Promise<OddPicture[]> {
  return [
    accepted("animated", "gif", await frames(5).gif().toBuffer()),
    accepted("animated", "webp", await frames(5).webp().toBuffer()),
    accepted("500 frames", "gif", await frames(500).gif({ effort: 1 }).toBuffer()),
    refused("gif: 501 frames", await tinyFrames(501).gif({ effort: 1 }).toBuffer(), "TOO_MANY_FRAMES"),
    refused("webp: 501 frames", await tinyFrames(501).webp({ effort: 0 }).toBuffer(), "TOO_MANY_FRAMES"),
  ];
}

/** The first frame has the corners; the others are black. */
const frames = (count: number) => animated(count, cornerPixels(), SIZE);

const TINY = { width: 4, height: 3 };
const tinyFrames = (count: number) => animated(count, Buffer.alloc(TINY.width * TINY.height * 3, 200), TINY);

function animated(count: number, first: Buffer, { width, height }: typeof SIZE): Sharp {
  const pixels = Buffer.alloc(first.length * count);
  first.copy(pixels);
  // Alternating, because the encoder would merge equal frames.
  for (let frame = 2; frame < count; frame += 2) pixels.fill(90, frame * first.length, (frame + 1) * first.length);
  return sharp(pixels, {
    raw: { width, height: height * count, channels: 3, pageHeight: height },
    limitInputPixels: false,
  });
}

export async function extremeSizes(): Promise<OddPicture[]> {
  const sizes: [number, number, Format][] = [
    ...FORMATS.map((format): [number, number, Format] => [1, 1, format]),
    [1, 5_000, "jpeg"],
    [5_000, 1, "jpeg"],
    [3, 60_000, "png"],
    [60_000, 3, "png"],
    [16_383, 1, "webp"],
    [1, 16_383, "webp"],
    [2, 30_000, "gif"],
    [299, 301, "jpeg"],
  ];
  return Promise.all(
    sizes.map(async ([width, height, format]) => {
      const canvas = sharp({ create: { width, height, channels: 3, background: "#446688" }, limitInputPixels: false });
      return accepted(`${width} x ${height}`, format, await encode(canvas, format), false);
    }),
  );
}
