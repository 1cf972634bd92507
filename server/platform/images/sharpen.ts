import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pixels } from "./pixels.ts";

/** The loops go beyond the end of a row by up to this many pixels. */
const MARGIN = 16;
const PAGE_BYTES = 64 * 1024;

/** Of sharpen.wat. The numbers are addresses in its memory, apart from the width. */
type Loops = {
  memory: WebAssembly.Memory;
  readLight(rgb: number, light: number, width: number): void;
  sharpenRow(rgb: number, above: number, middle: number, below: number, width: number): void;
};

const program = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "sharpen.wasm")));
const { memory, readLight, sharpenRow } = new WebAssembly.Instance(program).exports as Loops;

/**
 * Restores, in place, fine detail that shrinking lost. Works on lightness only, so that colours do not fringe. Pictures
 * with transparency are drawings, whose edges are already exact. Our own because sharp's takes far longer and has neither
 * threshold nor limit.
 */
export function sharpen({ data, width, height, channels }: Pixels): void {
  if (channels === 4 || width < 3 || height < 3) return;
  const stride = width * 3;
  const reserve = startReserving();
  let [row, next] = [reserve((width + MARGIN) * 3), reserve((width + MARGIN) * 3)];
  let [above, middle, below] = [reserve(width + MARGIN), reserve(width + MARGIN), reserve(width + MARGIN)];
  const bytes = new Uint8Array(memory.buffer);
  const load = (y: number, at: number, light: number) => {
    bytes.set(data.subarray(y * stride, (y + 1) * stride), at);
    readLight(at, light, width);
  };
  load(0, row, above);
  load(1, row, middle);
  for (let y = 1; y < height - 1; y++) {
    load(y + 1, next, below);
    sharpenRow(row, above, middle, below, width);
    data.set(bytes.subarray(row, row + stride), y * stride);
    [row, next] = [next, row];
    [above, middle, below] = [middle, below, above];
  }
}

/** Hands out addresses from the beginning of the memory, which is a few rows long and grows for the widest picture. */
function startReserving(): (length: number) => number {
  let end = 0;
  return (length) => {
    const at = end;
    end += length;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  };
}
