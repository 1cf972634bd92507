import sharp from "sharp";
import { exifBlock, withIccProfile } from "./containers.ts";
import { hdrPicture } from "./hdr-picture.ts";
import { heicFile, readHeic } from "./heif.ts";
import { ADOBE_RGB, DISPLAY_P3, iccProfile, PROPHOTO_RGB, type WorkingSpace } from "./icc-profile.ts";

/** One file for each way in which a photograph is hard to show, named after what to look for. */

const SIZE = { width: 2400, height: 1600 };
const PANORAMA = { width: 12_000, height: 1_500 };
const GRAIN_SPREAD = 48;

type Rgb = [number, number, number];
type Painter = (x: number, y: number) => Rgb;

export const TEST_PHOTOGRAPHS: Record<string, () => Promise<Buffer>> = {
  "p3-red-with-a-darker-disc.jpg": () => inSpace(DISPLAY_P3, disc([255, 0, 0], [234, 51, 35])),
  "adobe-rgb-green-with-a-disc.jpg": () => inSpace(ADOBE_RGB, disc([0, 255, 0], [144, 255, 60])),
  "prophoto-petals-that-differ.jpg": () => inSpace(PROPHOTO_RGB, petals),
  "cmyk-four-inks.jpg": () =>
    painted(SIZE, ramps).toColourspace("cmyk").withIccProfile("cmyk").jpeg({ quality: 92 }).toBuffer(),
  "16-bit-sky-without-steps.png": sky,
  "hdr-brighter-than-white.jpg": () => hdrPicture({ ...SIZE, brightest: 40_000 }),
  "panorama-eight-to-one.jpg": () => painted(PANORAMA, ramps).jpeg({ quality: 90 }).toBuffer(),
  "grain-that-must-not-smear.jpg": () => painted(SIZE, grain).jpeg({ quality: 96 }).toBuffer(),
  "heic-turned-red-top-right.heic": async () =>
    heicFile({ turns: 3, icc: iccProfile(DISPLAY_P3), exif: exifBlock({ orientation: 6 }) }),
  "heic-10-bit-ramp.heic": async () => readHeic("ramp-10-bit"),
};

async function inSpace(space: WorkingSpace, paint: Painter): Promise<Buffer> {
  const plain = await painted(SIZE, paint).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  return withIccProfile(plain, "jpeg", iccProfile(space), SIZE);
}

function painted({ width, height }: { width: number; height: number }, paint: Painter) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(paint(x / width, y / height), (y * width + x) * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The disc has about the colour of the field after conversion to sRGB: where it cannot be seen, wide colours are lost. */
const disc =
  (field: Rgb, inner: Rgb): Painter =>
  (x, y) =>
    Math.hypot((x - 0.5) * 1.5, y - 0.5) < 0.3 ? inner : field;

/** Twelve reds and magentas, from pure to pale. */
const petals: Painter = (x, y) => {
  const petal = Math.floor((Math.atan2(y - 0.5, x - 0.5) / Math.PI + 1) * 6);
  return [215, 40 + petal * 6, y < 0.5 ? 70 : 120];
};

const ramps: Painter = (x, y) => {
  const level = Math.round(x * 255);
  const band = Math.floor(y * 4);
  return [
    band === 1 || band === 0 ? level : 0,
    band === 2 || band === 0 ? level : 0,
    band > 2 || band === 0 ? level : 0,
  ];
};

/** The same on every run. */
const grain: Painter = (x, y) => {
  const noise = Math.sin(x * 127_001.7 + y * 311_337.3) * 43_758.5453;
  const light = 90 + 60 * y + (noise - Math.floor(noise) - 0.5) * GRAIN_SPREAD;
  return [light, light, light];
};

function sky(): Promise<Buffer> {
  const pixels = new Uint16Array(SIZE.width * SIZE.height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const height = Math.floor(at / 3 / SIZE.width) / SIZE.height;
    pixels.set([18_000 + height * 9_000, 28_000 + height * 9_000, 46_000 + height * 6_000], at);
  }
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}
