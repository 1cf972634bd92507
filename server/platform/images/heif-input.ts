import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { PictureSize } from "../../../contract/limits.ts";
import type { Header } from "./gate.ts";
import { type DecodedHeif, decodeHeif } from "./heif.ts";
import { originalScale } from "./memory.ts";
import { builtInProfile } from "./p3-profile.ts";
import type { Dimensions } from "./pixels.ts";
import { baseScaleOf, scaled } from "./scale.ts";

const PNG_START_BYTES = 8 + 25;
/** In the numbers of ITU-T H.273. */
const P3_PRIMARIES = 12;

type PngOfHeif = { png: Buffer; seen: Dimensions } & Pick<DecodedHeif, "exif" | "xmp">;

/**
 * The picture as a PNG in memory with its profile, as large as these sizes need: from there on it takes the same way as
 * any other file.
 */
export async function readHeifAsPng(path: string, header: Header, sizes: readonly PictureSize[]): Promise<PngOfHeif> {
  const { pixels, icc, seen, exif, xmp } = await shrink(await decodeHeif(path, header), header, sizes);
  // Now nothing refers to the decoder's memory.
  globalThis.gc?.();
  return { png: icc ? withProfile(pixels, icc) : pixels, seen, exif, xmp };
}

async function shrink(decoded: DecodedHeif, header: Header, sizes: readonly PictureSize[]) {
  const { data, width, height, channels, exif, xmp } = decoded;
  const seen = { width, height };
  const scale = sizes.includes("original") ? originalScale(header, false) : baseScaleOf(sizes, seen);
  const raw = sharp(data, { raw: { ...seen, channels } }).resize({ ...scaled(seen, scale), fit: "fill" });
  const deep = data instanceof Uint16Array ? raw.toColourspace("rgb16") : raw;
  const pixels = await deep.png({ compressionLevel: 0 }).toBuffer();
  return { pixels, icc: await profileOf(decoded), seen, exif, xmp };
}

/** Without a profile the colours are those of sRGB, unless the file says otherwise. */
async function profileOf({ icc, nclx }: DecodedHeif): Promise<Buffer | undefined> {
  return icc ?? (nclx?.primaries === P3_PRIMARIES ? await builtInProfile("p3") : undefined);
}

function withProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_START_BYTES), length, body, checksum, png.subarray(PNG_START_BYTES)]);
}
