import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withIccProfile } from "../../../rig/pictures/containers.ts";
import { hdrPicture } from "../../../rig/pictures/hdr-picture.ts";
import { iccProfile, SRGB } from "../../../rig/pictures/icc-profile.ts";
import { AVIF, JPEG } from "./encoders.ts";
import { fromPixels, readPixels } from "./pixels.ts";
import { startImages } from "./pool.ts";
import { sharpen } from "./sharpen.ts";

/** Wide colours and gain maps must cost other photographs nothing, not even a byte. */

const SIZE = { width: 1500, height: 1000 };
const MEDIUM = { width: 1200, height: 800 };

const images = startImages({ processes: 1 });
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-plain-"));
});
afterAll(async () => {
  await images.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(["without a profile", "with the profile of sRGB"])(
  "a photograph %s gets the bytes of a pipeline that knows only sRGB",
  async (about) => {
    const noise = sharp({
      create: { ...SIZE, channels: 3, background: "#604020", noise: { type: "gaussian", mean: 128, sigma: 8 } },
    });
    const plain = await noise.jpeg({ quality: 90 }).toBuffer();
    const file = about === "without a profile" ? plain : withIccProfile(plain, "jpeg", iccProfile(SRGB), SIZE);

    const made = await makeAll("photo.jpg", file);

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

  const [hdr, plain] = [await makeAll("hdr.jpg", file), await makeAll("plain.jpg", unannounced)];

  expect([...plain.keys()]).toEqual(["medium jpeg", "medium avif", "thumb jpeg", "thumb avif", "original jpeg"]);
  expect(hdr.has("medium hdr")).toBe(true);
  for (const [name, bytes] of plain) expect([name, hdr.get(name)?.equals(bytes)]).toEqual([name, true]);
});

async function makeAll(name: string, file: Buffer): Promise<Map<string, Buffer>> {
  const path = join(folder, name);
  await writeFile(path, file);
  const { pictures } = await images.make(path, ["thumb", "medium", "original"]);
  return new Map(pictures.map(({ size, format, bytes }) => [`${size} ${format}`, Buffer.from(bytes)]));
}
