import sharp, { type Metadata, type Sharp } from "sharp";
import { PICTURE_MAX_PIXELS, VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import { readFacts } from "./facts.ts";
import { corrupt } from "./gate-reader.ts";
import { isSrgbProfile } from "./icc.ts";
import type { Picture, PictureFile, PictureFormat, PictureSize } from "./images.ts";
import { type Dimensions, fromPixels, type Pixels, readPixels, shrink, withoutOpaqueAlpha } from "./pixels.ts";
import { makePlaceholder, PLACEHOLDER_EDGE_PX } from "./placeholder.ts";

const JPEG_QUALITY = 80;
const ORIGINAL_JPEG_QUALITY = 92;
const AVIF_QUALITY = 68;
/** What JPEG can hold; a longer original is made to fit. */
const JPEG_MAX_EDGE_PX = 65_500;

/** Decodes a file once, as small as the largest asked size allows, and makes each smaller size of the one before. */
export async function renderPicture(
  path: string,
  format: PictureFormat,
  sizes: readonly PictureSize[],
): Promise<Picture> {
  const metadata = await orCorrupt(open(path).metadata());
  const seen = metadata.autoOrient;
  const facts = readFacts(metadata);
  const files: PictureFile[] = [];

  const plans = sizes
    .filter((size) => size !== "original")
    .map((size) => ({ size, scale: scaleOf(size, seen) }))
    .sort((a, b) => b.scale - a.scale);
  const baseScale = plans[0]?.scale ?? Math.min(1, PLACEHOLDER_EDGE_PX / Math.max(seen.width, seen.height));
  let source = await decode(path, metadata, scaled(seen, baseScale));
  let base = source;
  for (const { size, scale } of plans) {
    const pixels = size === "thumb" ? await cropThumb(source, seen) : await shrink(source, scaled(seen, scale));
    files.push(...(await encodeBoth(size, pixels, scale < 1, facts.copyright)));
    // A thumb is cropped, so nothing can be made of it.
    if (size !== "thumb") source = pixels;
    base = source;
  }
  if (sizes.includes("original")) files.push(await encodeOriginal(path, metadata, facts.copyright));

  return { facts: { ...facts, format, ...seen, placeholder: await makePlaceholder(base) }, files };
}

/** How much of the picture's own size is needed: the long edge fits, or for the thumb the short edge fills. */
function scaleOf(size: Exclude<PictureSize, "original">, seen: Dimensions): number {
  const edge = size === "thumb" ? Math.min(seen.width, seen.height) : Math.max(seen.width, seen.height);
  return Math.min(1, VARIANT_EDGE_PX[size] / edge);
}

function scaled(seen: Dimensions, scale: number): Dimensions {
  return { width: Math.max(1, Math.round(seen.width * scale)), height: Math.max(1, Math.round(seen.height * scale)) };
}

function open(path: string, options: { ignoreIcc?: boolean; failOn?: "warning" | "truncated" } = {}): Sharp {
  return sharp(path, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "warning", ...options });
}

async function decode(path: string, metadata: Metadata, target: Dimensions): Promise<Pixels> {
  const pipeline = toSrgb(path, metadata).resize({ ...target, fit: "fill" });
  return withoutOpaqueAlpha(await orCorrupt(readPixels(pipeline)));
}

/**
 * Opens a picture so that it comes out upright and in sRGB. Where its profile says sRGB already nothing is converted; else
 * the conversion runs after the shrink, on the fewest pixels, for which sharp is told to ignore the profile on the way in
 * and to convert on the way out. CMYK and 16 bits are converted on the way in, where no precision is lost yet.
 */
function toSrgb(path: string, { icc, space }: Metadata): Sharp {
  if (space === "cmyk") return open(path).autoOrient();
  if (!icc || isSrgbProfile(icc)) return open(path, { ignoreIcc: true }).autoOrient();
  if (space === "rgb16") return open(path).autoOrient().withIccProfile("srgb");
  const pipeline = open(path, { ignoreIcc: true }).autoOrient().withIccProfile("srgb");
  // Its profile speaks of one channel, so it must still have one when converted.
  return space === "b-w" || space === "grey16" ? pipeline.toColourspace("b-w") : pipeline;
}

/** A square around what draws the eye, never larger than the picture. */
async function cropThumb(source: Pixels, seen: Dimensions): Promise<Pixels> {
  const edge = Math.min(VARIANT_EDGE_PX.thumb, seen.width, seen.height);
  return readPixels(fromPixels(source).resize(edge, edge, { fit: "cover", position: "attention" }));
}

async function encodeBoth(
  size: PictureSize,
  pixels: Pixels,
  isShrunk: boolean,
  copyright: string | null,
): Promise<PictureFile[]> {
  const { width, height } = pixels;
  const crisp = isShrunk ? await readPixels(fromPixels(pixels).sharpen()) : pixels;
  const jpeg = fromPixels(crisp).flatten({ background: "white" }).jpeg({ quality: JPEG_QUALITY });
  const avif = fromPixels(crisp).avif({ quality: AVIF_QUALITY, effort: 0 });
  return [
    { size, format: "jpeg", bytes: await withCopyright(jpeg, copyright).toBuffer(), width, height },
    { size, format: "avif", bytes: await withCopyright(avif, copyright).toBuffer(), width, height },
  ];
}

async function encodeOriginal(path: string, metadata: Metadata, copyright: string | null): Promise<PictureFile> {
  const pipeline = toSrgb(path, metadata)
    .resize({ width: JPEG_MAX_EDGE_PX, height: JPEG_MAX_EDGE_PX, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: ORIGINAL_JPEG_QUALITY, chromaSubsampling: "4:4:4" });
  const { data, info } = await orCorrupt(withCopyright(pipeline, copyright).toBuffer({ resolveWithObject: true }));
  return { size: "original", format: "jpeg", bytes: data, width: info.width, height: info.height };
}

function withCopyright(pipeline: Sharp, copyright: string | null): Sharp {
  return copyright === null ? pipeline : pipeline.withExif({ IFD0: { Copyright: copyright } });
}

/** What goes wrong while a file is read is the file's doing, unless the machine had no memory left for it. */
async function orCorrupt<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error) || /memory/i.test(error.message)) throw error;
    throw corrupt("The picture is damaged: its pixels cannot be read.");
  }
}
