import { type ByteReader, corrupt } from "./gate-reader.ts";

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Walks every chunk up to IEND: the frame count and the frames of an animation can be anywhere. */
export async function pngHeader(reader: ByteReader) {
  reader.skip(8);
  const found = { width: 0, height: 0, frames: 1, scans: 1, heldBytesPerPixel: 0 };
  let frameControls = 0;
  let hasPixels = false;
  for (;;) {
    if (!reader.has(8)) await reader.fill(8);
    const length = reader.peek(8).readUInt32BE(0);
    const type = reader.peek(8).toString("latin1", 4, 8);
    reader.skip(8);
    if (type === "IHDR") {
      if (!reader.has(13)) await reader.fill(13);
      const header = reader.peek(13);
      found.width = header.readUInt32BE(0);
      found.height = header.readUInt32BE(4);
      const bytesPerSample = header.readUInt8(8) === 16 ? 2 : 1;
      const isInterlaced = header.readUInt8(12) !== 0;
      // Interlaced rows arrive in seven passes, so the decoder holds the whole picture.
      found.heldBytesPerPixel = isInterlaced ? bytesPerSample * (CHANNELS[header.readUInt8(9)] ?? 4) : 0;
    } else if (found.width === 0) {
      throw corrupt("The picture is damaged: its size cannot be read.");
    } else if (type === "acTL") {
      if (!reader.has(4)) await reader.fill(4);
      found.frames = Math.max(found.frames, reader.peek(4).readUInt32BE());
    } else if (type === "fcTL") {
      frameControls += 1;
      found.frames = Math.max(found.frames, frameControls);
    } else if (type === "IDAT") {
      hasPixels = true;
    }
    reader.skip(length + 4);
    if (type === "IEND") break;
  }
  if (reader.position > reader.size) throw corrupt("The file is incomplete: it ends before the picture does.");
  if (!hasPixels) throw corrupt("The picture is damaged: it has no pixels.");
  return found;
}
