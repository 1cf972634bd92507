import { type ByteReader, corrupt, EndOfFileError } from "./gate-reader.ts";
import { PictureRefusedError } from "./images.ts";

/** Of HEIF files with HEVC pictures; `mif1` and `msf1` may contain others, which the items say. */
const BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];
/** Phones write a few kilobytes. */
const META_MAX_BYTES = 1024 * 1024;
const ALPHA_TYPES = /urn:mpeg:(hevc:2015:auxid:1|mpegB:cicp:systems:auxiliary:alpha)\0/;

export const isHeif = (start: Buffer) =>
  start.toString("latin1", 4, 8) === "ftyp" && BRANDS.includes(start.toString("latin1", 8, 12));

/** Reads which item is the picture, its size and its samples. Everything else is left to the decoder in the child. */
export async function heifHeader(reader: ByteReader) {
  const meta = readMeta(await findMeta(reader));
  const { ispe, hvcC, isKnown } = describeItem(meta, meta.primary);
  if (!isKnown) throw new PictureRefusedError("UNSUPPORTED_TYPE", "The file is not a picture encoded with HEVC.");
  if (!ispe || ispe.length < 12 || !hvcC || hvcC.length < 19) {
    throw corrupt("The picture is damaged: its size cannot be read.");
  }
  return {
    width: ispe.readUInt32BE(4),
    height: ispe.readUInt32BE(8),
    frames: 1,
    scans: 1,
    heldBytesPerPixel: heldBytesPerPixel(hvcC, meta.hasAlpha),
  };
}

/**
 * The samples of the decoder and those of the assembled picture, then RGB. Only the usual 4:2:0 is converted to RGB
 * without a copy in between.
 */
function heldBytesPerPixel(hvcC: Buffer, hasAlpha: boolean): number {
  const isSubsampled = (hvcC.readUInt8(16) & 3) === 1;
  const isDeep = (hvcC.readUInt8(17) & 7) > 0 || (hvcC.readUInt8(18) & 7) > 0;
  const samples = (isSubsampled ? 1.5 : 3) * 2 + (isSubsampled ? 3 : 6) + (hasAlpha ? 3 : 0);
  return samples * (isDeep ? 2 : 1);
}

async function findMeta(reader: ByteReader): Promise<Buffer> {
  for (;;) {
    const rest = reader.size - reader.position;
    if (rest < 8) throw new EndOfFileError();
    if (!reader.has(Math.min(16, rest))) await reader.fill(Math.min(16, rest));
    const { type, headBytes, bytes } = readBoxHead(reader.peek(16), rest);
    if (bytes < headBytes) throw corrupt("The picture is damaged: one of its parts has no length.");
    reader.skip(headBytes);
    if (type !== "meta") {
      reader.skip(bytes - headBytes);
      continue;
    }
    const length = bytes - headBytes;
    if (length > META_MAX_BYTES) throw new PictureRefusedError("TOO_COMPLEX", "The picture has too many parts.");
    if (!reader.has(length)) await reader.fill(length);
    return Buffer.from(reader.peek(length));
  }
}

/** `rest` is the length of a box that extends to the end. */
function readBoxHead(start: Buffer, rest: number): { type: string; headBytes: number; bytes: number } {
  const short = start.readUInt32BE(0);
  const type = start.toString("latin1", 4, 8);
  if (short === 0) return { type, headBytes: 8, bytes: rest };
  if (short !== 1) return { type, headBytes: 8, bytes: short };
  return { type, headBytes: 16, bytes: start.length >= 16 ? Number(start.readBigUInt64BE(8)) : 0 };
}

type Box = { type: string; body: Buffer };
type Meta = {
  primary: number;
  types: Map<number, string>;
  /** The items that an item is made of. */
  parts: Map<number, number[]>;
  properties: Map<number, Box[]>;
  hasAlpha: boolean;
};

function readMeta(meta: Buffer): Meta {
  try {
    const boxes = boxesOf(meta.subarray(4));
    const body = (from: Box[], type: string) => {
      const box = from.find((each) => each.type === type);
      if (!box) throw new EndOfFileError();
      return box.body;
    };
    const iprp = boxesOf(body(boxes, "iprp"));
    const ipco = boxesOf(body(iprp, "ipco"));
    const iref = boxes.find(({ type }) => type === "iref");
    const pitm = body(boxes, "pitm");
    return {
      primary: pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4),
      types: readTypes(body(boxes, "iinf")),
      parts: iref ? readParts(iref.body) : new Map(),
      properties: readProperties(body(iprp, "ipma"), ipco),
      hasAlpha: ipco.some(({ type, body }) => type === "auxC" && ALPHA_TYPES.test(body.toString("latin1"))),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw corrupt("The picture is damaged: the list of its parts cannot be read.");
  }
}

/** A grid's size is its own, its samples those of its first tile. Tiles of tiles do not exist. */
function describeItem(meta: Meta, id: number): { ispe?: Buffer; hvcC?: Buffer; isKnown: boolean } {
  const property = (item: number, type: string) => meta.properties.get(item)?.find((each) => each.type === type)?.body;
  const parts = meta.types.get(id) === "grid" ? (meta.parts.get(id) ?? []) : [id];
  return {
    ispe: property(id, "ispe"),
    hvcC: property(parts[0] ?? id, "hvcC"),
    isKnown: parts.every((part) => meta.types.get(part) === "hvc1"),
  };
}

function readTypes(iinf: Buffer): Map<number, string> {
  const types = new Map<number, string>();
  for (const { type, body } of boxesOf(iinf.subarray(iinf.readUInt8(0) === 0 ? 6 : 8))) {
    if (type !== "infe" || body.readUInt8(0) < 2) continue;
    const isShort = body.readUInt8(0) === 2;
    const at = isShort ? 8 : 10;
    types.set(isShort ? body.readUInt16BE(4) : body.readUInt32BE(4), body.toString("latin1", at, at + 4));
  }
  return types;
}

function readParts(iref: Buffer): Map<number, number[]> {
  const idBytes = iref.readUInt8(0) === 0 ? 2 : 4;
  const parts = new Map<number, number[]>();
  for (const { type, body } of boxesOf(iref.subarray(4))) {
    if (type !== "dimg") continue;
    const count = body.readUInt16BE(idBytes);
    const idAt = (index: number) => body.readUIntBE(idBytes + 2 + index * idBytes, idBytes);
    parts.set(
      body.readUIntBE(0, idBytes),
      Array.from({ length: count }, (_, index) => idAt(index)),
    );
  }
  return parts;
}

function readProperties(ipma: Buffer, ipco: readonly Box[]): Map<number, Box[]> {
  const properties = new Map<number, Box[]>();
  const idBytes = ipma.readUInt8(0) === 0 ? 2 : 4;
  const indexBytes = (ipma.readUInt8(3) & 1) === 1 ? 2 : 1;
  // The highest bit marks what a reader must understand.
  const indexMask = indexBytes === 2 ? 0x7fff : 0x7f;
  let at = 8;
  for (let left = ipma.readUInt32BE(4); left > 0; left--) {
    const id = ipma.readUIntBE(at, idBytes);
    const count = ipma.readUInt8(at + idBytes);
    at += idBytes + 1;
    const indexes = Array.from({ length: count }, (_, index) => ipma.readUIntBE(at + index * indexBytes, indexBytes));
    at += count * indexBytes;
    properties.set(
      id,
      indexes.flatMap((index) => ipco[(index & indexMask) - 1] ?? []),
    );
  }
  return properties;
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const rest = bytes.subarray(at);
    const { type, headBytes, bytes: length } = readBoxHead(rest, rest.length);
    if (length < headBytes || length > rest.length) throw new RangeError("A box is longer than the one around it");
    boxes.push({ type, body: rest.subarray(headBytes, length) });
    at += length;
  }
  return boxes;
}
