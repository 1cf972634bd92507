import sharp, { type Metadata, type Sharp } from "sharp";
import { PICTURE_MAX_PIXELS } from "../../../contract/limits.ts";
import type { Header } from "./gate.ts";
import { corrupt } from "./gate-reader.ts";
import { isSrgbProfile } from "./icc.ts";

export type Input = { path: string; header: Header; metadata: Metadata };
export type Strictness = "warning" | "error";

/** Reads a picture's metadata, and no pixels yet. */
export async function openInput(path: string, header: Header): Promise<Input> {
  try {
    return {
      path,
      header,
      metadata: await sharp(path, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "error" }).metadata(),
    };
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Opens a picture so that it comes out upright and in sRGB. Where its profile says sRGB already nothing is converted; else
 * the conversion runs after the shrink, on the fewest pixels, for which sharp is told to ignore the profile on the way in
 * and to convert on the way out. CMYK and 16 bits are converted on the way in, where no precision is lost yet.
 */
export function openAsSrgb({ path, metadata: { icc, space } }: Input, strictness: Strictness): Sharp {
  const open = (ignoreIcc: boolean) =>
    sharp(path, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: strictness, ignoreIcc }).autoOrient();
  if (space === "cmyk") return open(false);
  if (!icc || isSrgbProfile(icc)) return open(true);
  // sharp works on 16 bits in a space of its own, from which it converts only when told to.
  if (space === "rgb16") return open(false).withIccProfile("srgb");
  const converted = open(true).withIccProfile("srgb");
  // The profile of a grey picture speaks of one channel, so it must still have one when converted.
  return space === "b-w" || space === "grey16" ? converted.toColourspace("b-w") : converted;
}

/**
 * Reads pixels, and refuses the file where they are damaged. JPEG's decoder calls it a warning both when half the picture
 * is missing and when a camera wrote a header untidily. So warnings are fatal first, and those that cost no pixel are
 * forgiven in a second reading.
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

/** What goes wrong while a file is read is the file's doing, unless the machine had no memory left for it. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || /memory/i.test(error.message)) return error;
  return corrupt("The picture is damaged: its pixels cannot be read.");
}
