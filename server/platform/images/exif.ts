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
    capturedOn: photo.text(0x9003) ?? photo.text(0x9004),
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
  lens?: string;
  /** YYYY:MM:DD HH:MM:SS by the camera's clock. */
  capturedOn?: string;
  exposureSeconds?: number;
  aperture?: number;
  iso?: number;
  focalLengthMm?: number;
};

const ENTRY_BYTES = 12;
const MAX_ENTRIES = 500;
const MAX_TEXT_BYTES = 2_000;
const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5];

class TiffView {
  #bytes: Buffer;
  #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  u16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
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
      number: (tag: number) => this.#number(entries.get(tag)),
    };
  }

  #text(entry: number | undefined): string | undefined {
    if (entry === undefined || this.u16(entry + 2) !== ASCII) return undefined;
    const length = this.u32(entry + 4);
    const start = length <= 4 ? entry + 8 : this.u32(entry + 8);
    // Ends at the first NUL; some writers leave garbage after it.
    return decodeText(this.#bytes.subarray(start, start + Math.min(length, MAX_TEXT_BYTES))).split("\0")[0];
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
