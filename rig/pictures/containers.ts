import { crc32, deflateSync } from "node:zlib";

/** The containers of the file formats, so that tests can write into them what no encoder would. */

export function jpegSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Right after the start of the picture, where readers look first. */
export function withJpegSegment(jpeg: Buffer, marker: number, payload: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), jpegSegment(marker, payload), jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const PNG_SIGNATURE_AND_HEADER_BYTES = 8 + 25;

export function withPngChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const at = PNG_SIGNATURE_AND_HEADER_BYTES;
  return Buffer.concat([png.subarray(0, at), pngChunk(type, data), png.subarray(at)]);
}

/** Colour type 0 is grey, 2 is RGB. */
type PngHeader = { width: number; height: number; bitDepth: 1 | 8 | 16; colourType?: 0 | 2; isInterlaced?: boolean };

/** A PNG whose header claims this size; the caller supplies the pixels, if any, and what comes before them. */
export function pngOfSize(claims: PngHeader, pixels: Buffer, between: readonly Buffer[] = []): Buffer {
  const { width, height, bitDepth, colourType = 0, isInterlaced = false } = claims;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  header.writeUInt8(colourType, 9);
  header.writeUInt8(isInterlaced ? 1 : 0, 12);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...between,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function gifWithComment(gif: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment, "latin1");
  const extension = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
  // Before the trailer.
  return Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)]);
}

/** Attaches the profile without converting the pixels, as an encoder would. */
export function withIccProfile(picture: Buffer, format: "jpeg" | "png" | "webp", profile: Buffer, size: Size): Buffer {
  if (format === "jpeg") {
    return withJpegSegment(picture, 0xe2, Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), profile]));
  }
  if (format === "png") {
    return withPngChunk(picture, "iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]));
  }
  return withWebpChunk(picture, "ICCP", profile, size);
}

type Size = { width: number; height: number };
const WEBP_FLAGS = { ICCP: 0x20, EXIF: 0x08, "XMP ": 0x04 };

/** An extended WebP with one more chunk: a profile goes before the pixels, anything else after. */
export function withWebpChunk(webp: Buffer, type: keyof typeof WEBP_FLAGS, data: Buffer, size: Size): Buffer {
  const isExtended = webp.toString("latin1", 12, 16) === "VP8X";
  const header = isExtended ? Buffer.from(webp.subarray(20, 30)) : Buffer.alloc(10);
  header.writeUInt8(header.readUInt8(0) | WEBP_FLAGS[type], 0);
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  const pixels = webp.subarray(isExtended ? 30 : 12);
  const chunk = riffChunk(type, data);
  const chunks = type === "ICCP" ? [chunk, pixels] : [pixels, chunk];
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), riffChunk("VP8X", header), ...chunks]));
}

export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

type ExifContent = { orientation?: number; text?: Record<number, string>; gps?: boolean };

/** A TIFF block as in EXIF: little-endian, with texts and the orientation, and a place in a directory of its own. */
export function exifBlock({ orientation = 1, text = {}, gps = false }: ExifContent): Buffer {
  const texts = Object.entries(text).map(([tag, value]): Entry => [Number(tag), TEXT, Buffer.from(`${value}\0`)]);
  const entries: Entry[] = [[0x0112, SHORT, numbers(Uint16Array, orientation)], ...texts];
  const main = entries.sort(([a], [b]) => a - b);
  const start = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  if (!gps) return Buffer.concat([start, directory(8, main)]);
  const withPointer = (at: number) => directory(8, [...main, [GPS_POINTER, LONG, numbers(Uint32Array, at)]]);
  const end = 8 + withPointer(0).length;
  return Buffer.concat([start, withPointer(end), directory(end, PLACE)]);
}

const [TEXT, SHORT, LONG, RATIONAL] = [2, 3, 4, 5] as const;
const BYTES = { [TEXT]: 1, [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8 };
type Entry = [tag: number, type: keyof typeof BYTES, value: Buffer];

const numbers = (kind: typeof Uint16Array | typeof Uint32Array, ...values: number[]) =>
  Buffer.from(kind.from(values).buffer);

const GPS_POINTER = 0x8825;
const PLACE: Entry[] = [
  [1, TEXT, Buffer.from("N\0")],
  [2, RATIONAL, numbers(Uint32Array, 48, 1, 12, 1, 345678, 10000)],
  [3, TEXT, Buffer.from("E\0")],
  [4, RATIONAL, numbers(Uint32Array, 11, 1, 34, 1, 123456, 10000)],
];

/** A directory at this place of the block, with its long values behind it. */
function directory(at: number, entries: readonly Entry[]): Buffer {
  const rows = Buffer.alloc(2 + entries.length * 12 + 4);
  const values: Buffer[] = [];
  let valuesAt = at + rows.length;
  rows.writeUInt16LE(entries.length);
  for (const [index, [tag, type, value]] of entries.entries()) {
    const row = rows.subarray(2 + index * 12);
    row.writeUInt16LE(tag, 0);
    row.writeUInt16LE(type, 2);
    row.writeUInt32LE(value.length / BYTES[type], 4);
    if (value.length <= 4) value.copy(row, 8);
    else {
      row.writeUInt32LE(valuesAt, 8);
      values.push(value);
      valuesAt += value.length;
    }
  }
  return Buffer.concat([rows, ...values]);
}
