import { PICTURE_MAX_FRAMES } from "../../../contract/limits.ts";
import { type ByteReader, corrupt } from "./gate-reader.ts";

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Walks every block: no header has the number of frames, and a frame may exceed the declared screen. */
export async function gifHeader(reader: ByteReader) {
  if (!reader.has(13)) await reader.fill(13);
  const screen = reader.peek(13);
  // The decoder holds one whole frame with transparency, plus a little per row.
  const found = { width: screen.readUInt16LE(6), height: screen.readUInt16LE(8), scans: 1, heldBytesPerPixel: 5 };
  let frames = 0;
  reader.skip(13 + colourTableBytes(screen.readUInt8(10)));
  // A file that ends between two blocks lacks only the trailer, which some programs forget.
  while (!reader.isAtEnd() && frames <= PICTURE_MAX_FRAMES) {
    if (!reader.has(1)) await reader.fill(1);
    const block = reader.byte();
    if (block === TRAILER) break;
    if (block === EXTENSION) {
      reader.skip(1);
    } else if (block === IMAGE) {
      if (!reader.has(9)) await reader.fill(9);
      const frame = reader.peek(9);
      found.width = Math.max(found.width, frame.readUInt16LE(0) + frame.readUInt16LE(4));
      found.height = Math.max(found.height, frame.readUInt16LE(2) + frame.readUInt16LE(6));
      frames += 1;
      reader.skip(9 + colourTableBytes(frame.readUInt8(8)) + 1);
    } else {
      throw corrupt("The picture is damaged: one of its blocks cannot be read.");
    }
    await skipSubBlocks(reader);
  }
  if (frames === 0) throw corrupt("The picture is damaged: it has no pixels.");
  return { ...found, frames };
}

async function skipSubBlocks(reader: ByteReader) {
  for (;;) {
    if (!reader.has(1)) await reader.fill(1);
    const length = reader.byte();
    if (length === 0) return;
    reader.skip(length);
  }
}
