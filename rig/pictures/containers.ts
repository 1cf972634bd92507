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
type PngHeader = { width: number; height: number; bitDepth: 1 | 8 | 16; colourType?: 0 | 2 };

/** A PNG whose header claims this size; the caller supplies the pixels, if any. */
export function pngOfSize({ width, height, bitDepth, colourType = 0 }: PngHeader, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  header.writeUInt8(colourType, 9);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
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

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A TIFF block as in EXIF: little-endian, with text, number and rational entries in IFD0 and one sub-IFD. */
export function exifBlock({
  orientation = 1,
  text = {},
  gps = false,
}: {
  orientation?: number;
  text?: Record<number, string>;
  gps?: boolean;
}): Buffer {
  const entries: Entry[] = [
    { tag: 0x0112, type: 3, values: [orientation] },
    ...Object.entries(text).map(([tag, value]): Entry => ({ tag: Number(tag), type: 2, text: `${value}\0` })),
  ];
  const main = entries.sort((a, b) => a.tag - b.tag);
  if (!gps) return tiff(main);
  return tiff(main, [
    { tag: 1, type: 2, text: "N\0" },
    { tag: 2, type: 5, values: [48, 1, 12, 1, 345678, 10000] },
    { tag: 3, type: 2, text: "E\0" },
    { tag: 4, type: 5, values: [11, 1, 34, 1, 123456, 10000] },
  ]);
}

type Entry = { tag: number; type: 2 | 3 | 5; values?: number[]; text?: string };
const GPS_POINTER = 0x8825;

function tiff(main: Entry[], gps?: Entry[]): Buffer {
  const mainCount = main.length + (gps ? 1 : 0);
  const mainBytes = 2 + mainCount * 12 + 4;
  const gpsAt = 8 + mainBytes;
  const gpsBytes = gps ? 2 + gps.length * 12 + 4 : 0;
  const values: Buffer[] = [];
  let valuesAt = gpsAt + gpsBytes;
  const place = (bytes: Buffer): number => {
    const at = valuesAt;
    values.push(bytes);
    valuesAt += bytes.length;
    return at;
  };
  const directory = (entries: Entry[], pointer?: number): Buffer => {
    const rows = entries.map((entry) => directoryEntry(entry, place));
    if (pointer) {
      const row = Buffer.alloc(12);
      row.writeUInt16LE(GPS_POINTER, 0);
      row.writeUInt16LE(4, 2);
      row.writeUInt32LE(1, 4);
      row.writeUInt32LE(pointer, 8);
      rows.push(row);
    }
    const count = Buffer.alloc(2);
    count.writeUInt16LE(rows.length);
    return Buffer.concat([count, ...rows, Buffer.alloc(4)]);
  };
  const first = directory(main, gps ? gpsAt : undefined);
  const second = gps ? directory(gps) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), first, second, ...values]);
}

function directoryEntry({ tag, type, values = [], text }: Entry, place: (bytes: Buffer) => number): Buffer {
  const row = Buffer.alloc(12);
  row.writeUInt16LE(tag, 0);
  row.writeUInt16LE(type, 2);
  if (type === 3) {
    row.writeUInt32LE(1, 4);
    row.writeUInt16LE(values[0] ?? 0, 8);
    return row;
  }
  const bytes = text !== undefined ? Buffer.from(text, "utf8") : Buffer.alloc(values.length * 4);
  if (text === undefined) for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  row.writeUInt32LE(text !== undefined ? bytes.length : values.length / 2, 4);
  if (bytes.length <= 4) bytes.copy(row, 8);
  else row.writeUInt32LE(place(bytes), 8);
  return row;
}
