import { open } from "node:fs/promises";
import {
  acceptedNames,
  bytesOfMb,
  HEIC_MAX_MB,
  PICTURE_MAX_FRAMES,
  PICTURE_MAX_PIXELS,
  PICTURE_MAX_SCANS,
  STREAMED_JPEG_MAX_PIXELS,
  UPLOAD_MAX_BYTES,
} from "../../../contract/limits.ts";
import { gifHeader } from "./gate-gif.ts";
import { heifHeader, isHeif } from "./gate-heif.ts";
import { jpegHeader } from "./gate-jpeg.ts";
import { pngHeader } from "./gate-png.ts";
import { ByteReader, corrupt, EndOfFileError } from "./gate-reader.ts";
import { webpHeader } from "./gate-webp.ts";
import { PictureRefusedError, type UploadFormat } from "./images.ts";

/** What the header declares, before anything is decoded. */
export type Header = {
  format: UploadFormat;
  /** As stored, before orientation. */
  width: number;
  height: number;
  frames: number;
  scans: number;
  /** Memory that a decoder needs per pixel of the file, however small the result. */
  heldBytesPerPixel: number;
  /** The same for the file itself, where a decoder needs the whole of it. */
  heldFileBytes?: number;
  /** A JPEG that announces a gain map; whether there is one is known only after reading it. */
  hasGainMap?: boolean;
};

type HeaderReader = (reader: ByteReader) => Promise<Omit<Header, "format">>;

const SIGNATURE_BYTES = 16;
/** As read, in the decoder's memory, and what the decoder itself copies. */
const HEIC_COPIES = 3;

const FORMATS: { format: UploadFormat; isSigned: (start: Buffer) => boolean; read: HeaderReader }[] = [
  { format: "jpeg", isSigned: (start) => start.toString("hex", 0, 3) === "ffd8ff", read: jpegHeader },
  { format: "png", isSigned: (start) => start.toString("hex", 0, 8) === "89504e470d0a1a0a", read: pngHeader },
  { format: "gif", isSigned: (start) => /^GIF8[79]a/.test(start.toString("latin1")), read: gifHeader },
  { format: "webp", isSigned: (start) => /^RIFF....WEBP/s.test(start.toString("latin1")), read: webpHeader },
  { format: "heic", isSigned: isHeif, read: heifHeader },
];

export type Accepted = { maxBytes?: number | undefined; acceptsHeic?: boolean | undefined };

/**
 * Reads the header of a file and refuses what must not reach a decoder. The first bytes decide, not the name, so that
 * only these formats get through.
 */
export async function readHeader(
  path: string,
  { maxBytes = UPLOAD_MAX_BYTES, acceptsHeic = false }: Accepted = {},
): Promise<Header> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  if (size === 0) throw new PictureRefusedError("EMPTY_FILE", "The file is empty.");
  if (size > maxBytes) {
    throw new PictureRefusedError("TOO_LARGE", `The file is larger than ${maxBytes / 1024 / 1024} MB.`);
  }
  const reader = new ByteReader(file, size);
  await reader.fill(Math.min(SIGNATURE_BYTES, size));
  const format = FORMATS.find(({ isSigned }) => isSigned(reader.peek(SIGNATURE_BYTES)));
  if (!format || (format.format === "heic" && !acceptsHeic)) {
    throw new PictureRefusedError("UNSUPPORTED_TYPE", `The file is not a ${acceptedNames(acceptsHeic)} picture.`);
  }
  if (format.format === "heic" && size > bytesOfMb(HEIC_MAX_MB)) {
    throw new PictureRefusedError("TOO_LARGE", `The file is larger than ${HEIC_MAX_MB} MB, the most for HEIC.`);
  }
  try {
    const header: Header = { format: format.format, ...(await format.read(reader)) };
    if (format.format === "heic") header.heldFileBytes = size * HEIC_COPIES;
    refuseBeyondLimits(header);
    return header;
  } catch (error) {
    if (error instanceof EndOfFileError) throw corrupt("The file is incomplete: it ends before the picture does.");
    throw error;
  }
}

/** A decoder that holds the whole picture, or a gain map beside it, gets no more than the other formats. */
export function maxPixelsOf({ format, heldBytesPerPixel, hasGainMap }: Header): number {
  const isStreamed = format === "jpeg" && heldBytesPerPixel === 0 && !hasGainMap;
  return isStreamed ? STREAMED_JPEG_MAX_PIXELS : PICTURE_MAX_PIXELS;
}

function refuseBeyondLimits(header: Header) {
  const { width, height, frames, scans } = header;
  const maxPixels = maxPixelsOf(header);
  if (width === 0 || height === 0) throw corrupt("The picture is damaged: its size is zero.");
  if (width * height > maxPixels) {
    const megapixels = Math.ceil((width * height) / 1e6);
    throw new PictureRefusedError(
      "TOO_MANY_PIXELS",
      `The picture has ${megapixels} megapixels; at most ${maxPixels / 1e6} are accepted.`,
    );
  }
  if (frames > PICTURE_MAX_FRAMES) {
    throw new PictureRefusedError("TOO_MANY_FRAMES", `The animation has more than ${PICTURE_MAX_FRAMES} frames.`);
  }
  if (scans > PICTURE_MAX_SCANS) {
    throw new PictureRefusedError("TOO_COMPLEX", `The picture is stored in more than ${PICTURE_MAX_SCANS} passes.`);
  }
}
