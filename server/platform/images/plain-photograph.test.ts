import sharp from "sharp";
import { expect, test } from "vitest";
import { withIccProfile } from "../../../rig/pictures/containers.ts";
import { hdrPicture } from "../../../rig/pictures/hdr-picture.ts";
import { iccProfile, SRGB } from "../../../rig/pictures/icc-profile.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import { AVIF, JPEG } from "./encoders.ts";
import { fromPixels, readPixels } from "./pixels.ts";
import { sharpen } from "./sharpen.ts";

/** Wide colours and gain maps must cost other photographs nothing, not even a byte. */

const SIZE = { width: 1300, height: 520 };
const MEDIUM = { width: 1200, height: 480 };

const save = pictureFiles();

test.each(["without a profile", "with the profile of sRGB"])(
  "a photograph %s gets the bytes of a pipeline that knows only sRGB",
  async (about) => {
    const noise = sharp({
      create: { ...SIZE, channels: 3, background: "#604020", noise: { type: "gaussian", mean: 128, sigma: 8 } },
    });
    const plain = await noise.jpeg({ quality: 90 }).toBuffer();
    const file = about === "without a profile" ? plain : withIccProfile(plain, "jpeg", iccProfile(SRGB), SIZE);

    const made = await makeAll(file);

    const medium = await readPixels(sharp(plain).resize({ ...MEDIUM, fit: "fill" }), "srgb");
    sharpen(medium);
    expect(made.get("medium jpeg")?.equals(await fromPixels(medium).jpeg(JPEG).toBuffer())).toBe(true);
    expect(made.get("medium avif")?.equals(await fromPixels(medium).avif(AVIF).toBuffer())).toBe(true);
    const original = sharp(plain).jpeg({ quality: 92, chromaSubsampling: "4:4:4", optimiseCoding: false });
    expect(made.get("original jpeg")?.equals(await original.toBuffer())).toBe(true);
  },
);

test("apart from its HDR pictures, a file with a gain map gets the bytes of the same file without", async () => {
  const file = await hdrPicture({ ...SIZE, brightest: 40_000 });
  const unannounced = Buffer.from(file.toString("latin1").replaceAll("21496:-1", "00000:-1"), "latin1");

  const [hdr, plain] = [await makeAll(file), await makeAll(unannounced)];

  expect([...plain.keys()]).toEqual(["medium jpeg", "medium avif", "thumb jpeg", "thumb avif", "original jpeg"]);
  expect(hdr.has("medium hdr")).toBe(true);
  for (const [name, bytes] of plain) expect([name, hdr.get(name)?.equals(bytes)]).toEqual([name, true]);
});

async function makeAll(file: Buffer): Promise<Map<string, Buffer>> {
  const { pictures } = await images.make(await save(file), ["thumb", "medium", "original"]);
  return new Map(pictures.map(({ size, format, bytes }) => [`${size} ${format}`, Buffer.from(bytes)]));
}
