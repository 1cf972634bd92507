import sharp, { type Sharp } from "sharp";

/** An Ultra HDR JPEG: from black on the left to four times white on the right. */
export async function hdrPicture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const light = new Float32Array(width * height * 3);
  for (let at = 0; at < light.length; at += 3) {
    const level = (((at / 3) % width) / width) * 4;
    light.set([level, level * 0.9, level * 0.7], at);
  }
  // Experimental in sharp 0.35, and missing in its types.
  const picture = sharp(light, { raw: { width, height, channels: 3 } }) as Sharp & { withGainMap(): Sharp };
  return picture.withGainMap().jpeg({ quality: 90 }).toBuffer();
}
