import type { Sharp } from "sharp";

const TIFF_HEADER = Buffer.from("49492a0008000000", "hex");
const COPYRIGHT_TAG = 0x8298;
const ASCII_TYPE = 2;

/**
 * Encodes a picture with the copyright as its only metadata. libvips, the only way into an AVIF, writes ASCII only and
 * adds a dozen other tags. So we let it write a block that is long enough, and overwrite it with ours.
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

/** One directory with one entry. In UTF-8: EXIF says ASCII, but this is what programs write and read. */
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
