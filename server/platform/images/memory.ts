import type { PictureSize } from "../../../contract/limits.ts";
import type { Header } from "./gate.ts";

/**
 * What one picture may make its decoder hold at once. With a child's own 130 MB and the server beside it this stays below
 * 768 MB, the smallest machine we promise to run on.
 */
const HELD_BYTES_LIMIT = 400_000_000;
/** Above this a picture is made alone, with no other child alive. */
const ALONE_BYTES = 100_000_000;
/** What a child takes for a photo of 24 megapixels, AVIF of the large size included, with room to spare. */
const CHILD_BYTES = 384 * 1024 * 1024;

type Held = Pick<Header, "format" | "width" | "height" | "heldBytesPerPixel">;

export function isTooHeavy(header: Held): boolean {
  return header.width * header.height * header.heldBytesPerPixel > HELD_BYTES_LIMIT;
}

export function mustBeAlone(header: Held, sizes: readonly PictureSize[]): boolean {
  const extra = sizes.includes("original") ? fullSizeBytesPerPixel(header.format, true) : 0;
  return header.width * header.height * (header.heldBytesPerPixel + extra) > ALONE_BYTES;
}

/**
 * How large the public original can be. Nearly always as large as the file; a sideways progressive one of more than 66
 * megapixels could not be turned within the limit.
 */
export function originalScale(header: Held, isTurned: boolean): number {
  const perPixel = fullSizeBytesPerPixel(header.format, isTurned);
  if (perPixel === 0) return 1;
  const room = HELD_BYTES_LIMIT / (header.width * header.height) - header.heldBytesPerPixel;
  return Math.sqrt(Math.min(1, Math.max(0.01, room / perPixel)));
}

/** WebP is unpacked whole, twice, unless scaled on load. Others come row by row, and are held only to be turned. */
function fullSizeBytesPerPixel(format: Held["format"], isTurned: boolean): number {
  return format === "webp" ? 8 : isTurned ? 3 : 0;
}

/** A child per core, but never more than memory has room for. */
export function processesFor(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / CHILD_BYTES)));
}
