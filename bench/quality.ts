import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type AvifOptions, type JpegOptions, type Sharp } from "sharp";
import { VARIANT_EDGE_PX, VARIANTS, type Variant } from "../contract/limits.ts";
import { type Rgb8, ssimulacra2 } from "../rig/ssimulacra2.ts";
import { AVIF, JPEG } from "../server/platform/images/encoders.ts";
import { readHeader } from "../server/platform/images/gate.ts";
import { openAsSrgb, openInput } from "../server/platform/images/input.ts";
import { type Pixels, readPixels } from "../server/platform/images/pixels.ts";
import { scaled, scaleOf } from "../server/platform/images/scale.ts";
import { sharpen } from "../server/platform/images/sharpen.ts";

/**
 * How our sizes look and what they weigh, over the photographs of a folder: npm run bench:quality -- FOLDER
 * [--match heron,zoo] [--sizes medium,large]. The score is that of the middle of the picture, the weight that of the whole.
 * Prints tables and has no bar: docs/decisions/034-sharpness-and-size.md decides.
 */

/** One way to encode at several qualities, the first being the one that would be used. */
type Encoder = { name: string; qualities: number[]; encode: (picture: Sharp, quality: number) => Sharp };
type Measured = { score: number; bytes: number; ms: number };
/** What one encoder gave for one photograph, by quality. */
type Measurements = Measured[];

const TILE_PX = 512;

const avif = (name: string, options: AvifOptions): Encoder => ({
  name: `AVIF ${name}`,
  qualities: [68, 64],
  encode: (picture, quality) => picture.avif({ ...AVIF, ...options, quality }),
});
const jpeg = (name: string, options: JpegOptions): Encoder => ({
  name: `JPEG ${name}`,
  qualities: [80, 76],
  encode: (picture, quality) => picture.jpeg({ ...options, quality }),
});

/** In each group, the others are compared with the first. */
const GROUPS = [
  [jpeg("as now", JPEG), jpeg("MozJPEG", { mozjpeg: true })],
  [
    avif("effort 0", { effort: 0, bitdepth: 8 }),
    avif("effort 0, 10 bits", { effort: 0, bitdepth: 10 }),
    avif("effort 2", { effort: 2, bitdepth: 8 }),
    avif("effort 2, 10 bits", { effort: 2, bitdepth: 10 }),
  ],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { match: { type: "string", default: "" }, sizes: { type: "string", default: VARIANTS.join() } },
});
const [folder] = positionals;
if (!folder) throw new Error("npm run bench:quality -- FOLDER");
sharp.concurrency(1);
const wanted = values.match.split(",");
const files = (await readdir(folder)).filter(
  (name) => /\.jpe?g$/i.test(name) && wanted.some((part) => name.includes(part)),
);
for (const size of VARIANTS.filter((variant) => values.sizes.split(",").includes(variant))) {
  const pictures: Pixels[] = [];
  for (const file of files) pictures.push(await readSize(join(folder, file), size));
  console.log(`\n${size}, ${VARIANT_EDGE_PX[size]} px, ${files.length} photographs`);
  console.log(
    "| encoder | quality | SSIMULACRA 2, mean | worst | kB, mean | CPU ms, mean | bytes at the first score |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const group of GROUPS) {
    let first: Measurements[] | undefined;
    for (const encoder of group) {
      const measured: Measurements[] = [];
      for (const picture of pictures) measured.push(await measureAll(picture, encoder));
      first ??= measured;
      for (const line of rows(encoder, measured, first)) console.log(line);
    }
  }
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

async function measureAll(picture: Pixels, { qualities, encode }: Encoder): Promise<Measurements> {
  const measured: Measurements = [];
  for (const quality of qualities) measured.push(await measure(picture, (plain) => encode(plain, quality)));
  return measured;
}

async function measure(original: Pixels, encode: (picture: Sharp) => Sharp): Promise<Measured> {
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

function rows({ name, qualities }: Encoder, measured: Measurements[], first: Measurements[]): string[] {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const shares = measured.map((each, photo) => shareAtEqualScore(each, first[photo]?.[0]));
  return qualities.map((quality, index) => {
    const each = measured.flatMap((qualities) => qualities[index] ?? []);
    const scores = each.map(({ score }) => score);
    const cells = [mean(scores), Math.min(...scores), mean(each.map(({ bytes }) => bytes / 1000))];
    const share = index === 0 ? `${(100 * mean(shares)).toFixed(0)} % (${percents(shares)})` : "";
    const ms = mean(each.map(({ ms }) => ms)).toFixed(0);
    return `| ${[name, quality, ...cells.map((cell) => cell.toFixed(1)), ms, share].join(" | ")} |`;
  });
}

function percents(shares: number[]): string {
  return [Math.min(...shares), Math.max(...shares)].map((share) => (100 * share).toFixed(0)).join(" to ");
}

/** Bytes at the score of another encoder, as a share of its bytes. Between two qualities, bytes grow by a factor per point. */
function shareAtEqualScore([high, low]: Measurements, other: Measured | undefined): number {
  if (!high || !low || !other) throw new Error("Each encoder needs two qualities");
  const growth = Math.log(high.bytes / low.bytes) / (high.score - low.score);
  return (high.bytes * Math.exp(growth * (other.score - high.score))) / other.bytes;
}
