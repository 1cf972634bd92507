import type { Sharp } from "sharp";

const TIFF_HEADER = Buffer.from("49492a0008000000", "hex");
const COPYRIGHT_TAG = 0x8298;
const ASCII_TYPE = 2;

/**
 * Encodes a picture with the copyright as its only metadata. libvips writes no letter beyond ASCII and a dozen tags nobody
 * asked for, and is the only way into an AVIF. So it is asked for a block that is long enough, and ours is laid over it.
 */
export async function encodeWithCopyright(pipeline: Sharp, copyright: string | null) {
  if (copyright === null) return pipeline.toBuffer({ resolveWithObject: true });
  const block = copyrightBlock(copyright);
  const encoded = await pipeline
    .withExif({ IFD0: { Copyright: "x".repeat(block.length) } })
    .toBuffer({ resolveWithObject: true });
  const at = encoded.data.indexOf("Exif\0\0II*\0", 0, "latin1");
  if (at === -1) throw new Error("The encoder left no room for the copyright");
  block.copy(encoded.data, at + 6);
  return encoded;
}

/** One directory with one entry. Its text is UTF-8, which is what programs write and read there, whatever EXIF says. */
function copyrightBlock(copyright: string): Buffer {
  const text = Buffer.from(`${copyright}\0`.padEnd(5, "\0"), "utf8");
  const directory = Buffer.alloc(2 + 12 + 4);
  directory.writeUInt16LE(1, 0);
  directory.writeUInt16LE(COPYRIGHT_TAG, 2);
  directory.writeUInt16LE(ASCII_TYPE, 4);
  directory.writeUInt32LE(text.length, 6);
  directory.writeUInt32LE(TIFF_HEADER.length + directory.length, 10);
  return Buffer.concat([TIFF_HEADER, directory, text]);
}
