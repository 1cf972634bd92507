import type { AvifOptions } from "sharp";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import { HDR_SIZES, type PictureFormat, type PictureSize, VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import { encodeWithCopyright } from "./copyright.ts";
import { hasWideColours, toSrgb } from "./display-p3.ts";
import { AVIF, JPEG, SLOW_AVIF } from "./encoders.ts";
import { readFacts } from "./facts.ts";
import { encodeHdr } from "./hdr.ts";
import type { MadePictures, Picture } from "./images.ts";
import { type Input, mayBeWide, openAsP3, openAsSrgb, openInput, orRefuse } from "./input.ts";
import { makeEmblems } from "./make-emblems.ts";
import { canKeepGainMap, originalScale } from "./memory.ts";
import { tagAsP3 } from "./p3-profile.ts";
import {
  type ColourSpace,
  type Dimensions,
  fromPixels,
  type Pixels,
  readPixels,
  shrink,
  withoutOpaqueAlpha,
} from "./pixels.ts";
import { makePlaceholder } from "./placeholder.ts";
import { baseScaleOf, scaled, scaleOf } from "./scale.ts";
import { sharpen } from "./sharpen.ts";
import { stamp } from "./watermark.ts";
import type { WorkerTask } from "./worker-messages.ts";

/** On a slow network, the largest paint waits for their bytes. */
const PHONE_SIZES: readonly PictureSize[] = ["small", "medium"];
const ORIGINAL_JPEG_QUALITY = 92;
/** The limit of JPEG; a longer original is shrunk to fit. */
const JPEG_MAX_EDGE_PX = 65_500;

/** Decodes a file once, as small as the largest requested size allows, and makes each size from the next larger one. */
export async function makePictures(path: string, task: WorkerTask): Promise<MadePictures> {
  const { header, sizes, formats, focalPoint, emblems, hasTime, watermark, largestPx } = task;
  const input = await openInput(path, header, sizes);
  const seen = input.metadata.autoOrient;
  const facts = readFacts(input.metadata);
  const pictures: Picture[] = [];

  const plans = sizes
    .filter((size) => size !== "original")
    .map((size) => ({ size, scale: Math.min(scaleOf(size, seen), limitOf(seen, largestPx)) }))
    .sort((a, b) => b.scale - a.scale);
  const decoded = await decode(input, scaled(seen, baseScaleOf(sizesToDecode(input, sizes), seen)));
  let source = decoded;
  const made: { size: PictureSize; pixels: Pixels; isShrunk: boolean }[] = [];
  for (const { size, scale } of plans) {
    const pixels =
      size === "thumb" ? await cropThumb(source, seen, focalPoint) : await shrink(source, scaled(seen, scale));
    made.push({ size, pixels, isShrunk: scale < 1 });
    // A thumb is cropped, so no other size can come from it.
    if (size !== "thumb") source = pixels;
  }
  const madeEmblems = await makeEmblems(inSrgb(decoded), emblems, focalPoint);
  // Sharpen last: a size made from sharpened pixels would be sharpened twice.
  let previous: { pixels: Pixels; files: EncodedFile[] } | undefined;
  for (const { size, pixels, isShrunk } of made) {
    if (isShrunk) sharpen(pixels);
    // All sizes that a small photo does not fill have the same pixels.
    if (previous?.pixels !== pixels) {
      const avif = hasTime && PHONE_SIZES.includes(size) ? SLOW_AVIF : AVIF;
      const stamped = watermark ? await stamp(pixels, watermark) : pixels;
      previous = { pixels, files: await encode(stamped, formats, { avif, copyright: facts.copyright }) };
    }
    pictures.push(...previous.files.map((file) => ({ size, ...file })));
  }
  if (canKeepGainMap(header) && !watermark && formats.length > 0)
    pictures.push(...(await makeHdr(input, plans, facts.copyright)));
  if (sizes.includes("original")) pictures.push(await encodeOriginal(input, decoded.space, facts.copyright));

  const hdr = pictures.some(({ format }) => format === "hdr");
  return {
    facts: { ...facts, hdr, format: header.format, ...seen, placeholder: await makePlaceholder(inSrgb(source)) },
    pictures,
    emblems: madeEmblems,
  };
}

const limitOf = ({ width, height }: Dimensions, largestPx: number | null) =>
  largestPx === null ? 1 : largestPx / Math.max(width, height);

/** The placeholder's few pixels do not show whether a full-size picture needs Display P3. */
const sizesToDecode = (input: Input, sizes: readonly PictureSize[]) =>
  sizes.includes("original") && mayBeWide(input) ? [...sizes, "medium" as const] : sizes;

/** In Display P3 only where sRGB cannot show the colours: the profile and the second conversion are not free. */
async function decode(input: Input, target: Dimensions): Promise<Pixels> {
  const isP3 = mayBeWide(input);
  const open = isP3 ? openAsP3 : openAsSrgb;
  const decoded = await orRefuse(input, (strictness) =>
    readPixels(open(input, strictness).resize({ ...target, fit: "fill" }), isP3 ? "p3" : "srgb"),
  );
  const pixels = await withoutOpaqueAlpha(decoded);
  if (!isP3) return pixels;
  return hasWideColours(pixels) ? { ...pixels, space: "wide" } : toSrgb(pixels);
}

/** A square around the focal point, or around what draws the eye; never larger than the picture. */
async function cropThumb(source: Pixels, seen: Dimensions, focalPoint: FocalPoint | null): Promise<Pixels> {
  const edge = Math.min(VARIANT_EDGE_PX.thumb, seen.width, seen.height);
  if (focalPoint) {
    const { width, height } = scaled(seen, edge / Math.min(seen.width, seen.height));
    // As CSS places an `object-position`, so that every preview shows the same crop: the point is always in view.
    const left = Math.round(focalPoint.x * (width - edge));
    const top = Math.round(focalPoint.y * (height - edge));
    const filled = fromPixels(source).resize({ width, height, fit: "fill" });
    return readPixels(filled.extract({ left, top, width: edge, height: edge }), source.space);
  }
  return readPixels(fromPixels(source).resize(edge, edge, { fit: "cover", position: "attention" }), source.space);
}

type EncodedFile = Omit<Picture, "size">;

type Encoding = { avif: AvifOptions; copyright: string | null };

async function encode(pixels: Pixels, formats: readonly PictureFormat[], encoding: Encoding) {
  const files: EncodedFile[] = [];
  for (const format of formats) {
    const { data, info } = await (format === "jpeg" ? encodeJpeg : encodeAvif)(pixels, encoding);
    files.push({ format, bytes: data, width: info.width, height: info.height });
  }
  return files;
}

const inSrgb = (pixels: Pixels) => (pixels.space === "srgb" ? pixels : toSrgb(pixels));

function encodeJpeg(pixels: Pixels, { copyright }: Encoding) {
  const jpeg = fromPixels(inSrgb(pixels)).flatten({ background: "white" }).jpeg(JPEG);
  return encodeWithCopyright(jpeg, copyright);
}

async function encodeAvif(pixels: Pixels, { avif: options, copyright }: Encoding) {
  const avif = fromPixels(pixels).avif(options);
  if (pixels.space === "srgb") return encodeWithCopyright(avif, copyright);
  const encoded = await encodeWithCopyright(avif.withIccProfile("srgb"), copyright);
  await tagAsP3(encoded.data);
  return encoded;
}

async function makeHdr(input: Input, plans: readonly { size: PictureSize; scale: number }[], copyright: string | null) {
  const made: Picture[] = [];
  let previous: { scale: number; file: EncodedFile | undefined } | undefined;
  for (const { size, scale } of plans) {
    if (!HDR_SIZES.some((each) => each === size)) continue;
    // All sizes that a small photo does not fill are the same picture.
    if (previous?.scale !== scale) {
      previous = { scale, file: await encodeHdr(input, scaled(input.metadata.autoOrient, scale), copyright) };
    }
    if (previous.file) made.push({ size, ...previous.file });
  }
  return made;
}

/**
 * The only JPEG in Display P3: squeezing colours into sRGB needs all pixels in memory, and these stream. Browsers show it in
 * place of an AVIF in Display P3, and the colours must not change while someone zooms.
 */
async function encodeOriginal(input: Input, space: ColourSpace, copyright: string | null): Promise<Picture> {
  const open = space === "wide" ? openAsP3 : openAsSrgb;
  const seen = input.metadata.autoOrient;
  const isTurned = (input.metadata.orientation ?? 1) > 1;
  const scale = Math.min(originalScale(input.header, isTurned), JPEG_MAX_EDGE_PX / Math.max(seen.width, seen.height));
  const { data, info } = await orRefuse(input, (strictness) => {
    const jpeg = open(input, strictness)
      .resize({ ...scaled(seen, scale), fit: "fill" })
      .flatten({ background: "white" })
      // Optimising would hold a second copy of the picture in memory.
      .jpeg({ quality: ORIGINAL_JPEG_QUALITY, chromaSubsampling: "4:4:4", optimiseCoding: false });
    return encodeWithCopyright(jpeg, copyright);
  });
  return { size: "original", format: "jpeg", bytes: data, width: info.width, height: info.height };
}
