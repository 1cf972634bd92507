import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type AvifOptions, type JpegOptions, type Sharp } from "sharp";
import { VARIANT_EDGE_PX, VARIANTS, type Variant } from "../contract/limits.ts";
import { type Rgb8, ssimulacra2 } from "../rig/ssimulacra2.ts";
import { JPEG } from "../server/platform/images/encoders.ts";
import { readHeader } from "../server/platform/images/gate.ts";
import { openAsSrgb, openInput } from "../server/platform/images/input.ts";
import { type Pixels, readPixels } from "../server/platform/images/pixels.ts";
import { scaled, scaleOf } from "../server/platform/images/scale.ts";
import { sharpen } from "../server/platform/images/sharpen.ts";

/**
 * How our sizes look and what they weigh, over the photographs of a folder: npm run bench:quality -- FOLDER
 * [--match heron] [--sizes medium,large]. The score is that of the middle of the picture, the weight that of the whole.
 * Prints tables and has no bar: docs/decisions/034-sharpness-and-size.md decides.
 */

type Encoder = { name: string; encode: (picture: Sharp) => Sharp };
const TILE_PX = 512;
type Measured = { score: number; bytes: number; ms: number };

const avif = (options: AvifOptions): Encoder => ({
  name: `AVIF ${options.quality}, effort ${options.effort}, ${options.chromaSubsampling}`,
  encode: (picture) => picture.avif(options),
});
const jpeg = (options: JpegOptions): Encoder => ({
  name: `JPEG ${options.quality}${options.mozjpeg ? ", MozJPEG" : ""}`,
  encode: (picture) => picture.jpeg(options),
});

const ENCODERS = [
  jpeg(JPEG),
  jpeg({ quality: 76 }),
  jpeg({ quality: 80, mozjpeg: true }),
  avif({ quality: 68, effort: 0, chromaSubsampling: "4:2:0" }),
  avif({ quality: 64, effort: 0, chromaSubsampling: "4:2:0" }),
  avif({ quality: 66, effort: 2, chromaSubsampling: "4:2:0" }),
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { match: { type: "string", default: "" }, sizes: { type: "string", default: VARIANTS.join() } },
});
const [folder] = positionals;
if (!folder) throw new Error("npm run bench:quality -- FOLDER");
sharp.concurrency(1);
const files = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name) && name.includes(values.match));
for (const size of VARIANTS.filter((variant) => values.sizes.split(",").includes(variant))) {
  const results = ENCODERS.map((): Measured[] => []);
  for (const file of files) {
    const original = await readSize(join(folder, file), size);
    for (const [index, { encode }] of ENCODERS.entries()) results[index]?.push(await measure(original, encode));
  }
  console.log(`\n${size}, ${VARIANT_EDGE_PX[size]} px, ${files.length} photographs`);
  console.log("| encoder | SSIMULACRA 2, mean | worst | kB, mean | ms, mean |\n|---|---|---|---|---|");
  for (const [index, { name }] of ENCODERS.entries()) console.log(row(name, results[index] ?? []));
}

/** The pixels that are encoded at this size. */
async function readSize(path: string, size: Variant): Promise<Pixels> {
  const input = await openInput(path, await readHeader(path, { maxBytes: Number.POSITIVE_INFINITY }), [size]);
  const seen = input.metadata.autoOrient;
  const scale = scaleOf(size, seen);
  const pixels = await readPixels(
    openAsSrgb(input, "error")
      .resize({ ...scaled(seen, scale), fit: "fill" })
      .removeAlpha(),
    "srgb",
  );
  if (scale < 1) sharpen(pixels);
  return pixels;
}

async function measure(original: Pixels, encode: Encoder["encode"]): Promise<Measured> {
  const { data, width, height, channels } = original;
  const startedAt = process.cpuUsage();
  const file = await encode(sharp(data, { raw: { width, height, channels } })).toBuffer();
  const { user, system } = process.cpuUsage(startedAt);
  const [before, after] = [await middle(sharp(data, { raw: original }), original), await middle(sharp(file), original)];
  return { score: ssimulacra2(before, after), bytes: file.length, ms: (user + system) / 1000 };
}

/** Enough for a score that hardly changes, at every size in the same time. */
async function middle(picture: Sharp, { width, height }: Pixels): Promise<Rgb8> {
  const tile = { width: Math.min(width, TILE_PX), height: Math.min(height, TILE_PX) };
  const [left, top] = [(width - tile.width) >> 1, (height - tile.height) >> 1];
  return {
    ...tile,
    data: await picture
      .removeAlpha()
      .extract({ left, top, ...tile })
      .raw()
      .toBuffer(),
  };
}

function row(name: string, all: readonly Measured[]): string {
  const mean = (of: (one: Measured) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const worst = Math.min(...all.map(({ score }) => score));
  const cells = [mean(({ score }) => score).toFixed(1), worst.toFixed(1), mean(({ bytes }) => bytes / 1000).toFixed(0)];
  return `| ${[name, ...cells, mean(({ ms }) => ms).toFixed(0)].join(" | ")} |`;
}
