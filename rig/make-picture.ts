import sharp from "sharp";

type PictureMade = { width?: number; height?: number; format?: "jpeg" | "png" | "gif" | "webp"; colour?: string };

/** A small real picture in one colour; a different colour gives different bytes. */
export function makePicture({ width = 40, height = 30, format = "jpeg", colour = "#a06030" }: PictureMade = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}
