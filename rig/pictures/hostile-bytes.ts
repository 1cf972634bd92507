import { deflateSync } from "node:zlib";
import { pngChunk, pngOfSize, riffChunk } from "./containers.ts";

/** Files that no encoder would write, assembled by hand. */

/** A grey PNG with `between` before its pixels. At most a megabyte of pixels is written. */
export function grayPng(width: number, height: number, between: Buffer[] = [], { isInterlaced = false } = {}): Buffer {
  const rows = Buffer.alloc(Math.min((width + 1) * height, 1_000_000));
  return pngOfSize({ width, height, bitDepth: 8, isInterlaced }, deflateSync(rows), between);
}

export function animatedPng(frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  return grayPng(2, 2, [pngChunk("acTL", control)]);
}

/** Each frame is one white pixel. */
export function animatedGif(frames: number, width = 1, height = 1): Buffer {
  const screen = Buffer.from("474946383961000000008000000000000000ffffff", "hex").subarray(0, 19);
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from("2c00000000010001000002024401 00".replace(" ", ""), "hex");
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Only the structure: the frames are empty. */
export function animatedWebp(frames: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    riffChunk("VP8X", canvas),
    ...Array.from({ length: frames }, () => riffChunk("ANMF", Buffer.alloc(16))),
  ]);
  return riffChunk("RIFF", body);
}

/** Repeats the first scan of a progressive JPEG: changes no pixel, but the decoder does the work each time. */
export function withScans(jpeg: Buffer, scans: number): Buffer {
  const text = jpeg.toString("latin1");
  const had = text.split("\xff\xda").length - 1;
  const start = text.indexOf("\xff\xda");
  // Up to the next marker; FF 00 is pixel data.
  const end = start + 2 + text.slice(start + 2).search(/\xff[^\0]/);
  const copies = Array.from({ length: scans - had }, () => jpeg.subarray(start, end));
  return Buffer.concat([jpeg.subarray(0, end), ...copies, jpeg.subarray(end)]);
}

/** Writes a different size into a JPEG's frame header. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = jpeg.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[at + 1] ?? 0));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
