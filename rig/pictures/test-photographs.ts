import sharp from "sharp";
import { exifBlock, withIccProfile } from "./containers.ts";
import { hdrPicture } from "./hdr-picture.ts";
import { heicFile, readHeic } from "./heif.ts";
import { ADOBE_RGB, DISPLAY_P3, iccProfile, PROPHOTO_RGB, type WorkingSpace } from "./icc-profile.ts";

/** One file for each way in which a photograph is hard to show, named after what to look for. */

const SIZE = { width: 2400, height: 1600 };
const PANORAMA = { width: 12_000, height: 1_500 };
const GRAIN_SPREAD = 48;

type Size = { width: number; height: number };
type Rgb = [number, number, number];
type Painter = (x: number, y: number) => Rgb;
/** Tests make them smaller, where that changes nothing about them. */
type Make = (scale: number) => Promise<Buffer>;

export const TEST_PHOTOGRAPHS = {
  "p3-red-with-a-darker-disc.jpg": (scale) => inSpace(DISPLAY_P3, disc([255, 0, 0], [234, 51, 35]), scale),
  "adobe-rgb-green-with-a-disc.jpg": (scale) => inSpace(ADOBE_RGB, disc([0, 255, 0], [144, 255, 60]), scale),
  "prophoto-petals-that-differ.jpg": (scale) => inSpace(PROPHOTO_RGB, petals, scale),
  "cmyk-four-inks.jpg": (scale) =>
    painted(scaled(SIZE, scale), ramps).toColourspace("cmyk").withIccProfile("cmyk").jpeg({ quality: 92 }).toBuffer(),
  "16-bit-sky-without-steps.png": sky,
  "hdr-brighter-than-white.jpg": (scale) => hdrPicture({ ...scaled(SIZE, scale), brightest: 65_535 }),
  "panorama-eight-to-one.jpg": (scale) => painted(scaled(PANORAMA, scale), ramps).jpeg({ quality: 90 }).toBuffer(),
  "grain-that-must-not-smear.jpg": (scale) => painted(scaled(SIZE, scale), grain).jpeg({ quality: 96 }).toBuffer(),
  "heic-turned-red-top-right.heic": async () =>
    heicFile({ turns: 3, icc: iccProfile(DISPLAY_P3), exif: exifBlock({ orientation: 6 }) }),
  "heic-10-bit-ramp.heic": async () => readHeic("ramp-10-bit"),
} satisfies Record<string, Make>;

const scaled = ({ width, height }: Size, scale: number): Size => ({ width: width * scale, height: height * scale });

async function inSpace(space: WorkingSpace, paint: Painter, scale: number): Promise<Buffer> {
  const size = scaled(SIZE, scale);
  const plain = await painted(size, paint).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  return withIccProfile(plain, "jpeg", iccProfile(space), size);
}

function painted({ width, height }: Size, paint: Painter) {
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

/** Twelve reds and magentas, from pure to pale, that only Display P3 can show. */
const petals: Painter = (x, y) => {
  const petal = Math.floor((Math.atan2(y - 0.5, x - 0.5) / Math.PI + 1) * 6);
  return [200, 75 + petal * 5, y < 0.5 ? 70 : 120];
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

/** Between the levels of 8 bits, from the top to the bottom. */
export const SKY = { top: [18_000, 28_000, 46_000], bottom: [27_000, 37_000, 52_000] } as const;

function sky(scale: number): Promise<Buffer> {
  const size = scaled(SIZE, scale);
  const pixels = new Uint16Array(size.width * size.height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const down = Math.floor(at / 3 / size.width) / size.height;
    pixels.set(
      SKY.top.map((top, channel) => top + down * ((SKY.bottom[channel] ?? top) - top)),
      at,
    );
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}
