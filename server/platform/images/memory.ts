import type { PictureSize } from "../../../contract/limits.ts";
import type { Header } from "./gate.ts";

/**
 * How much memory decoding one picture may take. With 130 MB for the child itself and the server next to it, this stays
 * below 768 MB, the smallest machine we support.
 */
const HELD_BYTES_LIMIT = 400_000_000;
/** A picture above this runs alone, with no other child alive. */
const ALONE_BYTES = 100_000_000;
/** What a child needs for a photo of 24 megapixels, including its large AVIF, with room to spare. */
const CHILD_BYTES = 384 * 1024 * 1024;
/** What it needs with the AVIF of 3840 px: up to 390 MB for one photo, 450 MB if it makes many. */
const XLARGE_BYTES = 600 * 1024 * 1024;

/** To keep the gain map, the whole picture is decoded. */
const GAIN_MAP_BYTES_PER_PIXEL = 4;
/** With it, a child that makes all sizes needs 510 MB for 54 megapixels and about 600 MB for 80. */
const GAIN_MAP_BYTES_LIMIT = 320_000_000;

type Held = Pick<Header, "format" | "width" | "height" | "heldBytesPerPixel" | "heldFileBytes" | "hasGainMap">;

export function isTooHeavy({ width, height, heldBytesPerPixel, heldFileBytes = 0 }: Held): boolean {
  return width * height * heldBytesPerPixel + heldFileBytes > HELD_BYTES_LIMIT;
}

/** Whether the pictures can keep the file's gain map. */
export function canKeepGainMap({ width, height, hasGainMap = false }: Held): boolean {
  return hasGainMap && width * height * GAIN_MAP_BYTES_PER_PIXEL <= GAIN_MAP_BYTES_LIMIT;
}

/** `shareBytes` is the memory for each child if all of them are busy. */
export function mustBeAlone(header: Held, sizes: readonly PictureSize[], shareBytes: number): boolean {
  if (sizes.includes("xlarge") && shareBytes < XLARGE_BYTES) return true;
  const fullSize = sizes.includes("original") ? fullSizeBytesPerPixel(header.format, true) : 0;
  const gainMap = canKeepGainMap(header) ? GAIN_MAP_BYTES_PER_PIXEL : 0;
  const pixelBytes = header.width * header.height * (header.heldBytesPerPixel + fullSize + gainMap);
  return pixelBytes + (header.heldFileBytes ?? 0) > ALONE_BYTES;
}

/**
 * The scale of the public original. Nearly always 1; a sideways progressive file of more than 66 megapixels cannot be
 * rotated within the limit.
 */
export function originalScale(header: Held, isTurned: boolean): number {
  const perPixel = fullSizeBytesPerPixel(header.format, isTurned);
  if (perPixel === 0) return 1;
  const free = HELD_BYTES_LIMIT - (header.heldFileBytes ?? 0);
  const freePerPixel = free / (header.width * header.height) - header.heldBytesPerPixel;
  return Math.sqrt(Math.min(1, Math.max(0.01, freePerPixel / perPixel)));
}

/**
 * WebP is decoded whole, twice, unless scaled on load. HEIC is copied with its profile, perhaps with 16 bits. The others
 * come row by row, and are held only to rotate them.
 */
function fullSizeBytesPerPixel(format: Held["format"], isTurned: boolean): number {
  if (format === "heic") return 6;
  return format === "webp" ? 8 : isTurned ? 3 : 0;
}

/** One child per core, but no more than fit into memory. */
export function processesFor(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / CHILD_BYTES)));
}
