import sharp, { type Exif } from "sharp";

type PictureMade = {
  width?: number;
  height?: number;
  format?: "jpeg" | "png" | "gif" | "webp";
  colour?: string;
  exif?: Exif;
};

/** A small real picture in one colour; a different colour gives different bytes. */
export function makePicture({ width = 40, height = 30, format = "jpeg", colour = "#a06030", exif }: PictureMade = {}) {
  const picture = sharp({ create: { width, height, channels: 3, background: colour } });
  return (exif ? picture.withExif(exif) : picture).toFormat(format).toBuffer();
}
