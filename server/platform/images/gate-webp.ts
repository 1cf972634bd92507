import { type ByteReader, corrupt } from "./gate-reader.ts";

const EXTENDED_BYTES = 10;

/** Walks every chunk: the canvas comes first, then a still picture or the frames of an animation. */
export async function webpHeader(reader: ByteReader) {
  if (!reader.has(12)) await reader.fill(12);
  const end = reader.peek(12).readUInt32LE(4) + 8;
  if (end > reader.size) throw corrupt("The file is incomplete: it ends before the picture does.");
  reader.skip(12);
  const found = { width: 0, height: 0, scans: 1, heldBytesPerPixel: 0 };
  const grow = (width: number, height: number) => {
    found.width = Math.max(found.width, width);
    found.height = Math.max(found.height, height);
  };
  let frames = 0;
  let hasPixels = false;
  while (reader.position + 8 <= end) {
    if (!reader.has(8)) await reader.fill(8);
    const type = reader.peek(4).toString("latin1");
    const length = reader.peek(8).readUInt32LE(4);
    reader.skip(8);
    const start = async (count: number) => {
      if (length < count) throw corrupt("The picture is damaged: its size cannot be read.");
      if (!reader.has(count)) await reader.fill(count);
      return reader.peek(count);
    };
    if (type === "VP8X") {
      const canvas = await start(EXTENDED_BYTES);
      grow(canvas.readUIntLE(4, 3) + 1, canvas.readUIntLE(7, 3) + 1);
    } else if (type === "ANMF") {
      const frame = await start(16);
      grow(frame.readUIntLE(6, 3) + 1, frame.readUIntLE(9, 3) + 1);
      frames += 1;
      hasPixels = true;
      // The decoder composes frames on a canvas, and holds two of them.
      found.heldBytesPerPixel = 8;
    } else if (type === "VP8 ") {
      const frame = await start(EXTENDED_BYTES);
      grow(frame.readUInt16LE(6) & 0x3fff, frame.readUInt16LE(8) & 0x3fff);
      hasPixels = true;
    } else if (type === "VP8L") {
      const bits = (await start(5)).readUInt32LE(1);
      grow((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
      hasPixels = true;
      // Lossless pixels may refer to any earlier one, so the decoder holds all of them.
      found.heldBytesPerPixel = Math.max(found.heldBytesPerPixel, 4);
    }
    reader.skip(length + (length % 2));
  }
  if (reader.position > end) throw corrupt("The picture is damaged: one of its parts is longer than the whole.");
  if (!hasPixels) throw corrupt("The picture is damaged: it has no pixels.");
  return { ...found, frames: Math.max(1, frames) };
}
