import sharp from "sharp";
import { UPLOAD_MAX_BYTES } from "../../contract/limits.ts";

/** A photo of 24 megapixels with as much detail as fits the upload limit. */
export async function grainyPhoto(): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .resize(6000, 4000)
    .raw()
    .toBuffer();
  for (let quality = 90; ; quality -= 10) {
    const photo = await sharp(grain, { raw: { width: 6000, height: 4000, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (photo.length <= UPLOAD_MAX_BYTES) return photo;
  }
}

/** Sideways, so that its full size must be held to be turned. */
export const largestPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 20_000, height: 12_500, channels: 3, background: "#5a783c" } })
    .withExif({ IFD0: { Orientation: "6" } })
    .jpeg()
    .toBuffer();

/** For each format, the accepted picture that takes its decoder the most memory. */
export async function heaviestPictures(): Promise<{ name: string; bytes: Buffer }[]> {
  const flat = (edge: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width: edge, height: edge, channels, background: { r: 90, g: 120, b: 60, alpha: 0.5 } } });
  return [
    { name: "120-megapixels.jpg", bytes: await flat(10_950).jpeg().toBuffer() },
    { name: "250-megapixels.jpg", bytes: await largestPicture() },
    { name: "120-megapixels-progressive.jpg", bytes: await flat(10_950).jpeg({ progressive: true }).toBuffer() },
    {
      name: "full-colour-progressive.jpg",
      bytes: await flat(8_160).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
    },
    {
      name: "16-bit-interlaced.png",
      bytes: await flat(7_070, 4).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
    },
    { name: "with-alpha.webp", bytes: await flat(7_070, 4).webp({ effort: 0 }).toBuffer() },
    { name: "large.gif", bytes: await flat(8_940).gif({ effort: 1 }).toBuffer() },
  ];
}
