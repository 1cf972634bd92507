import sharp, { type Sharp } from "sharp";
import { PICTURE_MAX_PIXELS } from "../../../contract/limits.ts";
import { encodeWithCopyright } from "./copyright.ts";
import { type Input, mayBeWide } from "./input.ts";
import type { Dimensions } from "./pixels.ts";

const QUALITY = 80;
const LOADER = { operation: ["VipsForeignLoadUhdr"] };

/**
 * The picture with its gain map, both shrunk. Undefined when the file has none, or none that can be read: the photo is
 * then shown without. Not sharpened, because that would also need the pixels of the map.
 */
export async function encodeHdr(input: Input, target: Dimensions, copyright: string | null) {
  // Only for files that announce a map: this loader also reads plain JPEG, and differently.
  sharp.unblock(LOADER);
  // Without its cache, libvips frees the map before it is read (sharp 0.35.5).
  sharp.cache(true);
  try {
    const { gainMap } = await open(input).metadata();
    if (!gainMap) return undefined;
    // Experimental in sharp 0.35, and missing in its types.
    const resized = (open(input).autoOrient() as Sharp & { keepGainMap(): Sharp })
      .keepGainMap()
      .resize({ ...target, fit: "fill" });
    const encoded = await encodeWithCopyright(inOutputSpace(resized, input).jpeg({ quality: QUALITY }), copyright);
    return { format: "hdr" as const, bytes: encoded.data, width: encoded.info.width, height: encoded.info.height };
  } catch {
    return undefined;
  } finally {
    sharp.cache(false);
    sharp.block(LOADER);
  }
}

const open = ({ file }: Input) =>
  sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "error", ignoreIcc: true });

const inOutputSpace = (picture: Sharp, input: Input) => (mayBeWide(input) ? picture.withIccProfile("p3") : picture);
