import sharp, { type Sharp } from "sharp";

type HdrSize = { width: number; height: number; brightest?: number };

/** An Ultra HDR JPEG: from black on the left to `brightest` on the right. sharp takes 65,535 for the end of its scale. */
export async function hdrPicture({ width, height, brightest = 4 }: HdrSize): Promise<Buffer> {
  const light = new Float32Array(width * height * 3);
  for (let at = 0; at < light.length; at += 3) {
    const level = (((at / 3) % width) / width) * brightest;
    light.set([level, level * 0.9, level * 0.7], at);
  }
  // Experimental in sharp 0.35, and missing in its types.
  const picture = sharp(light, { raw: { width, height, channels: 3 } }) as Sharp & { withGainMap(): Sharp };
  return picture.withGainMap().jpeg({ quality: 90 }).toBuffer();
}
