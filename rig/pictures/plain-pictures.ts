import sharp, { type Sharp } from "sharp";
import type { RefusalReason } from "../../contract/uploads.ts";
import { withJpegSegment, withPngChunk, withWebpChunk } from "./containers.ts";

export type OddPicture = {
  /** What is odd about it. */
  about: string;
  name: string;
  bytes: Buffer;
  verdict: "accepted" | RefusalReason;
  /** Whether its corners must come out red, green, blue and white, clockwise from the top left. */
  hasCorners?: boolean;
};

/** Planted wherever text fits; must not appear in anything a visitor can read. */
export const SECRET = "SECRET-48.2034-11.5773-SN0042";

export const SIZE = { width: 96, height: 64 };
export const FORMATS = ["jpeg", "png", "gif", "webp"] as const;
export type Format = (typeof FORMATS)[number];
export type PlainPictures = Record<Format, Buffer>;
export const EXTENSIONS: Record<Format, string> = { jpeg: "jpg", png: "png", gif: "gif", webp: "webp" };

export async function plainPictures(): Promise<PlainPictures> {
  const [jpeg, png, gif, webp] = await Promise.all(FORMATS.map((format) => encode(corners(), format)));
  if (!jpeg || !png || !gif || !webp) throw new Error("one per format");
  return { jpeg, png, gif, webp };
}

/** The picture that the odd ones are made from: its corners show which side is up. */
export const corners = () => sharp(cornerPixels(), { raw: { ...SIZE, channels: 3 } });

/** Corners red, green, blue and white, clockwise from the top left, on grey. */
export function cornerPixels(): Buffer {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3, 128);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const colour = cornerColour(x, y);
      if (colour) pixels.set(colour, (y * SIZE.width + x) * 3);
    }
  }
  return pixels;
}

function cornerColour(x: number, y: number): number[] | undefined {
  const [left, right] = [x < SIZE.width / 4, x >= (SIZE.width * 3) / 4];
  const [top, bottom] = [y < SIZE.height / 4, y >= (SIZE.height * 3) / 4];
  if (top && left) return [255, 0, 0];
  if (top && right) return [0, 255, 0];
  if (bottom && right) return [0, 0, 255];
  if (bottom && left) return [255, 255, 255];
}

export const encode = (picture: Sharp, format: Format) =>
  picture.toFormat(format, format === "jpeg" ? { quality: 95, chromaSubsampling: "4:4:4" } : {}).toBuffer();

export const fileName = (about: string, format: Format) =>
  `${about.replace(/[^a-z0-9]+/gi, "-")}.${EXTENSIONS[format]}`;

export function accepted(about: string, format: Format, bytes: Buffer, hasCorners = true): OddPicture {
  return { about: `${format}: ${about}`, name: fileName(about, format), bytes, verdict: "accepted", hasCorners };
}

/** Named after what is odd about it, which begins with the format. */
export function refused(about: string, bytes: Buffer, verdict: RefusalReason, name?: string): OddPicture {
  const format = FORMATS.find((format) => about.startsWith(`${format}:`)) ?? "jpeg";
  return { about, name: name ?? fileName(about, format), bytes, verdict };
}

export function withExif(
  bytes: Buffer,
  format: "jpeg" | "png" | "webp",
  block: Buffer,
  size: { width: number; height: number },
): Buffer {
  if (format === "jpeg") return withJpegSegment(bytes, 0xe1, Buffer.concat([Buffer.from("Exif\0\0"), block]));
  if (format === "png") return withPngChunk(bytes, "eXIf", block);
  return withWebpChunk(bytes, "EXIF", block, size);
}
