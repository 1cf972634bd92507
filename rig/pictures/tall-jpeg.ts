import sharp from "sharp";
import { jpegSegment } from "./containers.ts";

const [FRAME, RESTART, SCAN, RESTART_INTERVAL] = [0xc0, 0xd0, 0xda, 0xdd];
/** With halved chroma, an encoder works on squares of this edge. */
const SQUARE_PX = 16;

type FlatPicture = { width: number; height: number; background: string };

/**
 * A JPEG of one colour, made in the time of its first 16 rows of pixels. These are encoded once and repeated: at the restart
 * marker in between, a decoder forgets what came before.
 */
export async function tallJpeg({ width, height, background }: FlatPicture): Promise<Buffer> {
  const strip = await sharp({ create: { width, height: SQUARE_PX, channels: 3, background } })
    .jpeg()
    .toBuffer();
  strip.writeUInt16BE(height, strip.indexOf(Buffer.from([0xff, FRAME])) + 5);
  const scan = strip.indexOf(Buffer.from([0xff, SCAN]));
  const pixels = scan + 2 + strip.readUInt16BE(scan + 2);
  const interval = Buffer.alloc(2);
  interval.writeUInt16BE(Math.ceil(width / SQUARE_PX));
  const repeated = Array.from({ length: Math.ceil(height / SQUARE_PX) - 1 }, (_, index) => [
    Buffer.from([0xff, RESTART + (index % 8)]),
    strip.subarray(pixels, -2),
  ]);
  return Buffer.concat([
    strip.subarray(0, scan),
    jpegSegment(RESTART_INTERVAL, interval),
    strip.subarray(scan, -2),
    ...repeated.flat(),
    strip.subarray(-2),
  ]);
}
