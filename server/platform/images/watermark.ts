import { rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { fromPixels, type Pixels, readPixels } from "./pixels.ts";

/** A text as pixels, for every picture that it is baked into. */
export type Watermark = { data: Buffer; width: number; height: number };

/** The text is large enough to read in the middle of the picture, and repeated to its edges. */
const SHARE_OF_LONG_EDGE = 0.6;
const ANGLE = -24;
const TEXT_HEIGHT_PX = 72;
const FONT = "@fontsource/archivo/files/archivo-latin-400-normal.woff";

/** In the server, not where files are decoded: those processes can read no font. Other scripts need a font of the system. */
export async function drawWatermark(text: string): Promise<Watermark> {
  fontFile ??= unpackFont();
  const plain = await sharp({
    text: {
      text: `<span foreground="white">${escapeMarkup(text)}</span>`,
      font: "Archivo",
      fontfile: await fontFile,
      rgba: true,
      dpi: 400,
    },
  })
    .resize({ height: TEXT_HEIGHT_PX })
    .extend({ top: 60, bottom: 60, left: 40, right: 40, background: CLEAR })
    .png()
    .toBuffer();
  // A dark edge, so that it can be read on white as well.
  const shadow = await sharp(plain).linear([0, 0, 0, 1.6], [0, 0, 0, 0]).blur(4).png().toBuffer();
  const both = await sharp(shadow)
    .composite([{ input: plain }])
    .png()
    .toBuffer();
  const { data, info } = await sharp(both)
    .rotate(ANGLE, { background: CLEAR })
    .linear([1, 1, 1, 0.55], [0, 0, 0, 0])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The text renderer opens it again for each text, as long as this process runs. */
let fontFile: Promise<string> | undefined;

async function unpackFont(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-font-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "archivo.ttf");
  await writeFile(file, unpackWoff(await readFile(createRequire(import.meta.url).resolve(FONT))));
  return file;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const escapeMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export async function stamp(pixels: Pixels, { data, ...size }: Watermark): Promise<Pixels> {
  const { width, height } = pixels;
  const wanted = (Math.max(width, height) * SHARE_OF_LONG_EDGE) / size.width;
  const scale = Math.min(wanted, width / size.width, height / size.height);
  const tile = await sharp(data, { raw: { ...size, channels: 4 } })
    .resize(Math.max(1, Math.floor(size.width * scale)), Math.max(1, Math.floor(size.height * scale)), { fit: "fill" })
    .png()
    .toBuffer();
  const stamped = fromPixels(pixels).composite([{ input: tile, tile: true, gravity: "centre" }]);
  const made = await readPixels(stamped, pixels.space);
  return made.channels === pixels.channels ? made : readPixels(fromPixels(made).removeAlpha(), pixels.space);
}

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** The text renderer reads TrueType files. A WOFF file is one whose tables are compressed. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  const power = Math.floor(Math.log2(count));
  const range = 2 ** power * SFNT_ENTRY_BYTES;
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  [count, range, power, count * SFNT_ENTRY_BYTES - range].forEach((value, index) => {
    head.writeUInt16BE(value, 4 + index * 2);
  });
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const from = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const to = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    const [start, packedBytes, bytes, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
      number,
    ];
    const packed = woff.subarray(start, start + packedBytes);
    woff.copy(head, to, from, from + 4);
    head.writeUInt32BE(checksum, to + 4);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(bytes, to + 12);
    const padding = (4 - (bytes % 4)) % 4;
    parts.push(packedBytes < bytes ? inflateSync(packed) : packed, Buffer.alloc(padding));
    offset += bytes + padding;
  }
  return Buffer.concat(parts);
}
