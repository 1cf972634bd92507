import { isUtf8 } from "node:buffer";

/**
 * Reads the few EXIF tags the product shows, and no others: a location or a serial number cannot leak from what was never
 * read. Every offset and count comes from the file, so each is checked, and anything out of bounds is treated as absent.
 */
export function readExif(block: Buffer): ExifTags {
  // JPEG keeps a prefix before the TIFF header, PNG and WebP may not.
  const tiff = block.toString("latin1", 0, 6) === "Exif\0\0" ? block.subarray(6) : block;
  const order = tiff.toString("latin1", 0, 2);
  if ((order !== "II" && order !== "MM") || tiff.length < 8) return {};
  const view = new TiffView(tiff, order === "II");
  const image = view.directory(view.u32(4));
  const photo = view.directory(image.number(0x8769));
  return {
    make: image.text(0x010f),
    model: image.text(0x0110),
    description: image.text(0x010e),
    copyright: image.text(0x8298),
    lens: photo.text(0xa434),
    comment: readComment(photo.bytes(0x9286), view.isLittle),
    ...readTime(photo),
    exposureSeconds: photo.number(0x829a),
    aperture: photo.number(0x829d),
    iso: photo.number(0x8827),
    focalLengthMm: photo.number(0x920a),
  };
}

export type ExifTags = {
  make?: string;
  model?: string;
  description?: string;
  copyright?: string;
  comment?: string;
  lens?: string;
  /** YYYY:MM:DD HH:MM:SS by the camera's clock. */
  capturedOn?: string;
  /** How far that clock was ahead of UTC: "+02:00". */
  capturedZone?: string;
  exposureSeconds?: number;
  aperture?: number;
  iso?: number;
  focalLengthMm?: number;
};

/** The offset belongs to the time beside it: a scan's is not that of the original. */
function readTime(photo: Directory): Pick<ExifTags, "capturedOn" | "capturedZone"> {
  const original = photo.text(0x9003);
  return original === undefined
    ? { capturedOn: photo.text(0x9004), capturedZone: photo.text(0x9012) }
    : { capturedOn: original, capturedZone: photo.text(0x9011) };
}

/** The first eight bytes name the encoding. Many cameras name none and write nothing but spaces or zeros. */
function readComment(bytes: Buffer | undefined, isLittle: boolean): string | undefined {
  const encoding = bytes?.toString("latin1", 0, 8).replaceAll("\0", "");
  const text = bytes?.subarray(8) ?? Buffer.alloc(0);
  if (encoding === "UNICODE") return new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(text).split("\0")[0];
  // Without a name, anything may follow; only text is valid UTF-8 without a zero in it.
  const isText = encoding === "ASCII" || (encoding === "" && text.length > 0 && isUtf8(text));
  return isText ? decodeText(text).split("\0")[0] : undefined;
}

const ENTRY_BYTES = 12;
const MAX_ENTRIES = 500;
const MAX_TEXT_BYTES = 2_000;
const [ASCII, SHORT, LONG, RATIONAL, UNDEFINED] = [2, 3, 4, 5, 7];

type Directory = ReturnType<TiffView["directory"]>;

class TiffView {
  #bytes: Buffer;
  readonly isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.isLittle = isLittle;
  }

  u16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  directory(offset = 0) {
    const entries = new Map<number, number>();
    if (offset >= 8) {
      const count = Math.min(this.u16(offset), MAX_ENTRIES);
      for (let index = 0; index < count; index++) {
        const at = offset + 2 + index * ENTRY_BYTES;
        // Of duplicates the first counts, as in other readers.
        if (!entries.has(this.u16(at))) entries.set(this.u16(at), at);
      }
    }
    return {
      text: (tag: number) => this.#text(entries.get(tag)),
      bytes: (tag: number) => this.#value(entries.get(tag), UNDEFINED),
      number: (tag: number) => this.#number(entries.get(tag)),
    };
  }

  #text(entry: number | undefined): string | undefined {
    const bytes = this.#value(entry, ASCII);
    // Ends at the first NUL; some writers leave garbage after it.
    return bytes && decodeText(bytes).split("\0")[0];
  }

  #value(entry: number | undefined, type: number | undefined): Buffer | undefined {
    if (entry === undefined || this.u16(entry + 2) !== type) return undefined;
    const length = this.u32(entry + 4);
    const start = length <= 4 ? entry + 8 : this.u32(entry + 8);
    return this.#bytes.subarray(start, start + Math.min(length, MAX_TEXT_BYTES));
  }

  #number(entry: number | undefined): number | undefined {
    if (entry === undefined || this.u32(entry + 4) === 0) return undefined;
    const type = this.u16(entry + 2);
    if (type === SHORT) return this.u16(entry + 8);
    if (type === LONG) return this.u32(entry + 8);
    if (type !== RATIONAL) return undefined;
    const at = this.u32(entry + 8);
    const value = this.u32(at) / this.u32(at + 4);
    return Number.isFinite(value) ? value : undefined;
  }
}

/** Officially ASCII or Latin-1, in practice often UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
