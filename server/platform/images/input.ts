import sharp, { type Metadata, type Sharp } from "sharp";
import type { PictureSize } from "../../../contract/limits.ts";
import { type Header, maxPixelsOf } from "./gate.ts";
import { corrupt } from "./gate-reader.ts";
import { readHeifAsPng } from "./heif-input.ts";
import { isRgbProfile, isSrgbProfile } from "./icc.ts";

export type Input = {
  /** Where the file is, or the file itself. */
  file: string | Buffer;
  header: Header;
  metadata: Metadata;
};
export type Strictness = "warning" | "error";

/** Reads a picture's metadata, but no pixels yet, except of a HEIC file: that is decoded here. */
export async function openInput(path: string, header: Header, sizes: readonly PictureSize[]): Promise<Input> {
  if (header.format !== "heic") return { file: path, header, metadata: await readMetadata(path, header) };
  const { png, seen, exif, xmp } = await readHeifAsPng(path, header, sizes);
  const metadata = { ...(await readMetadata(png, header)), autoOrient: seen };
  return { file: png, header, metadata: { ...metadata, ...(exif && { exif }), ...(xmp && { xmp }) } };
}

async function readMetadata(file: string | Buffer, header: Header): Promise<Metadata> {
  try {
    return await sharp(file, { limitInputPixels: maxPixelsOf(header), failOn: "error" }).metadata();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Whether the file may have colours that sRGB cannot show: RGB with a profile that is not sRGB. */
export function mayBeWide({ metadata: { icc, space } }: Input): boolean {
  return (space === "srgb" || space === "rgb16") && icc !== undefined && isRgbProfile(icc) && !isSrgbProfile(icc);
}

/** Opens a picture upright and in Display P3, by the rules of `openAsSrgb`. */
export function openAsP3({ file, header, metadata: { space } }: Input, strictness: Strictness): Sharp {
  const ignoreIcc = space !== "rgb16";
  return sharp(file, { limitInputPixels: maxPixelsOf(header), failOn: strictness, ignoreIcc })
    .autoOrient()
    .withIccProfile("p3");
}

/**
 * Opens a picture upright and in sRGB. If its profile is already sRGB, nothing is converted. Otherwise the conversion runs
 * after shrinking, on the fewest pixels: sharp ignores the profile on input and converts on output. CMYK and 16 bits are
 * converted on input, before any precision is lost.
 */
export function openAsSrgb({ file, header, metadata: { icc, space } }: Input, strictness: Strictness): Sharp {
  const open = (ignoreIcc: boolean) =>
    sharp(file, { limitInputPixels: maxPixelsOf(header), failOn: strictness, ignoreIcc }).autoOrient();
  if (space === "cmyk") return open(false);
  if (!icc || isSrgbProfile(icc)) return open(true);
  // sharp processes 16 bits in its own colour space and converts back only on request.
  if (space === "rgb16") return open(false).withIccProfile("srgb");
  const converted = open(true).withIccProfile("srgb");
  // A grey profile describes one channel, so the picture must still have one when converted.
  return space === "b-w" || space === "grey16" ? converted.toColourspace("b-w") : converted;
}

/**
 * Reads pixels, and refuses the file if they are damaged. The JPEG decoder only warns, both when half the picture is
 * missing and when a camera wrote a sloppy header. So warnings are fatal at first, and a second attempt ignores those that
 * lose no pixels.
 */
export async function orRefuse<Result>(
  { header }: Input,
  read: (strictness: Strictness) => Promise<Result>,
): Promise<Result> {
  try {
    if (header.format !== "jpeg") return await read("error");
    try {
      return await read("warning");
    } catch (error) {
      if (isDamage(error)) throw error;
      return await read("error");
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && /premature end|corrupt jpeg data: (?!\d+ extraneous)/i.test(error.message);
}

/** An error while reading is the file's fault, unless the machine ran out of memory. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || /memory/i.test(error.message)) return error;
  return corrupt("The picture is damaged: its pixels cannot be read.");
}
