import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { colourDifference, type Rgb } from "../../../rig/pictures/colour.ts";
import { exifBlock } from "../../../rig/pictures/containers.ts";
import { HEIC_TILE_PX, type HeicContent, heicFile, readHeic } from "../../../rig/pictures/heif.ts";
import { ADOBE_RGB, DISPLAY_P3, iccProfile, SRGB } from "../../../rig/pictures/icc-profile.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import { decodeHeif } from "./heif.ts";
import { PictureRefusedError } from "./images.ts";

const write = pictureFiles();

const [RED, GREEN, BLUE, WHITE]: Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

async function make(bytes: Buffer, { size = "medium", format = "jpeg" }: Wanted = {}) {
  const { facts, pictures } = await images.make(await write(bytes), [size], { acceptsHeic: true, formats: [format] });
  const [picture] = pictures;
  if (!picture) throw new Error("One picture was requested");
  const { data, info } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)] as Rgb;
  return { facts, info, at };
}
type Wanted = { size?: "medium" | "original"; format?: "jpeg" | "avif" };

/** Clockwise from the top left. */
async function cornersOf(content: HeicContent, wanted?: Wanted): Promise<Rgb[]> {
  const { info, at } = await make(heicFile(content), wanted);
  const [right, bottom] = [info.width - 4, info.height - 4];
  return [at(3, 3), at(right, 3), at(right, bottom), at(3, bottom)];
}

function expectColours(seen: Rgb[], expected: (Rgb | undefined)[], spaces = [SRGB, SRGB] as const) {
  for (const [index, colour] of seen.entries()) {
    const difference = colourDifference(colour, expected[index] ?? [0, 0, 0], [...spaces]);
    expect(difference, `corner ${index + 1}: ${colour}`).toBeLessThan(2);
  }
}

async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  try {
    await images.make(await write(bytes), ["thumb"], { acceptsHeic: true, formats: ["jpeg"] });
    return undefined;
  } catch (error) {
    if (error instanceof PictureRefusedError) return error.reason;
    throw error;
  }
}

describe("a HEIC file comes out upright", () => {
  test.each<[string, HeicContent, (Rgb | undefined)[]]>([
    ["in tiles", {}, [RED, GREEN, BLUE, WHITE]],
    ["turned a quarter", { turns: 1 }, [GREEN, BLUE, WHITE, RED]],
    ["turned a half", { turns: 2 }, [BLUE, WHITE, RED, GREEN]],
    ["turned three quarters", { turns: 3 }, [WHITE, RED, GREEN, BLUE]],
    ["mirrored", { mirror: 1 }, [GREEN, RED, WHITE, BLUE]],
    ["upside down", { mirror: 0 }, [WHITE, BLUE, GREEN, RED]],
    // As phones write it: the container turns, and EXIF says the same.
    [
      "turned by the container and by EXIF",
      { turns: 3, exif: exifBlock({ orientation: 6 }) },
      [WHITE, RED, GREEN, BLUE],
    ],
    ["turned by EXIF only, which does not count", { exif: exifBlock({ orientation: 6 }) }, [RED, GREEN, BLUE, WHITE]],
  ])("%s", async (_about, content, expected) => {
    expectColours(await cornersOf(content), expected);
  });

  test("its size is the one seen", async () => {
    const { facts } = await make(heicFile({ tiles: ["red-tile", "green-tile", "blue-tile"], columns: 3, turns: 1 }));
    expect(facts).toMatchObject({ format: "heic", width: HEIC_TILE_PX, height: HEIC_TILE_PX * 3 });
  });

  test("what is cut off at the right and the bottom of a grid is not shown", async () => {
    const { facts, info } = await make(heicFile({ claims: { width: 101, height: 99 } }));
    expect([facts.width, facts.height, info.width, info.height]).toEqual([101, 99, 101, 99]);
  });
});

describe("a HEIC file keeps its colours", () => {
  test.each<[string, HeicContent]>([
    ["with a profile", { icc: iccProfile(DISPLAY_P3) }],
    ["with numbers", { nclx: { primaries: 12, transfer: 13, matrix: 6 } }],
  ])("Display P3 %s stays Display P3 in the AVIF", async (_about, content) => {
    const seen = await cornersOf(content, { format: "avif" });
    expectColours(seen, [RED, GREEN, BLUE, WHITE], [DISPLAY_P3, DISPLAY_P3]);
  });

  test("Display P3 is squeezed into the JPEG", async () => {
    const [red, , , white] = await cornersOf({ icc: iccProfile(DISPLAY_P3) });
    expect(red?.[0]).toBeGreaterThan(245);
    expectColours([white ?? [0, 0, 0]], [WHITE]);
  });

  test("Adobe RGB is converted", async () => {
    const { at } = await make(heicFile({ tiles: ["green-tile"], icc: iccProfile(ADOBE_RGB) }), { format: "avif" });
    // More than Display P3 can show: as green as it gets.
    expect(at(30, 30)[1]).toBeGreaterThan(245);
    expect(at(30, 30)[0]).toBeLessThan(120);
  });

  test.each(["ramp-10-bit", "ramp-10-bit-422"] as const)("%s is as smooth as 8 bits can be", async (name) => {
    const { at, info } = await make(readHeic(name), { size: "original" });
    for (let x = 0; x < info.width; x++) {
      expect(Math.abs((at(x, 32)[1] ?? 0) - (x / (info.width - 1)) * 255), `column ${x}`).toBeLessThan(2.5);
    }
  });

  test("transparency shows white in the JPEG", async () => {
    const { at } = await make(readHeic("see-through"));
    expectColours([at(10, 30), at(55, 30)], [RED, WHITE]);
  });

  test("at full size as well", async () => {
    expectColours(await cornersOf({ turns: 1 }, { size: "original" }), [GREEN, BLUE, WHITE, RED]);
  });
});

test("a HEIC file's EXIF and XMP are read", async () => {
  const exif = exifBlock({ orientation: 6, text: { 272: "Phone 16", 33432: "Ada Moss" } });
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Harbour</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const { facts } = await make(heicFile({ exif, xmp }));
  expect(facts).toMatchObject({
    exif: { camera: "Phone 16" },
    copyright: "Ada Moss",
    title: "Harbour",
  });
});

describe("a HEIC file is refused", () => {
  test("unless the owner accepts them", async () => {
    await expect(images.make(await write(heicFile()), ["thumb"])).rejects.toThrow(
      "The file is not a JPEG, PNG, GIF or WebP picture.",
    );
  });

  const whole = heicFile();
  test.each<[string, Buffer, string]>([
    ["cut off in its pixels", whole.subarray(0, -40), "CORRUPT_IMAGE"],
    ["cut off in its list of parts", whole.subarray(0, 150), "CORRUPT_IMAGE"],
    ["that is only its first box", whole.subarray(0, 24), "CORRUPT_IMAGE"],
    ["whose pixels are noise", Buffer.concat([whole.subarray(0, -120), Buffer.alloc(120, 0xa5)]), "CORRUPT_IMAGE"],
    ["of too many pixels", heicFile({ claims: { width: 12_000, height: 12_000 } }), "TOO_MANY_PIXELS"],
    ["without a size", heicFile({ claims: { width: 0, height: 64 } }), "CORRUPT_IMAGE"],
    ["too large for the memory", heicFile({ claims: { width: 9_000, height: 9_000 } }), "TOO_COMPLEX"],
    ["larger than it claims", heicFile({ tiles: ["vast"], claims: { width: 64, height: 64 } }), "CORRUPT_IMAGE"],
    ["with a part longer than the whole", withLength(whole, "iprp", 100_000), "CORRUPT_IMAGE"],
    ["with an endless part", withLength(whole, "ipco", 0xffff_ffff), "CORRUPT_IMAGE"],
    ["that has an AVIF picture", replaced(whole, "hvc1", "av01"), "UNSUPPORTED_TYPE"],
    ["in PQ", heicFile({ nclx: { primaries: 9, transfer: 16, matrix: 9 } }), "UNSUPPORTED_TYPE"],
    ["that is a film", replaced(whole, "meta", "moov"), "CORRUPT_IMAGE"],
    ["whose main part is missing", replaced(whole, "pitm", "free"), "CORRUPT_IMAGE"],
  ])("%s", async (_about, bytes, reason) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });

  test("where any of its bytes is damaged, and the next file is read as if nothing had happened", async () => {
    // Of the list of parts, where a wrong number leads a reader astray.
    for (let at = 30; at < whole.length; at += 37) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8((damaged.readUInt8(at) + 0x81) & 0xff, at);
      const reason = await refusalOf(damaged);
      expect([undefined, "CORRUPT_IMAGE", "TOO_COMPLEX", "TOO_MANY_PIXELS", "UNSUPPORTED_TYPE"]).toContain(reason);
    }
    expect(await refusalOf(whole)).toBeUndefined();
  });

  test("when it is padded to more than 60 MB, whatever the site's own limit", async () => {
    const path = await write(Buffer.concat([whole, Buffer.alloc(60 * 1024 * 1024)]));
    const made = images.make(path, ["thumb"], { maxBytes: 2 ** 30, acceptsHeic: true });
    await expect(made).rejects.toThrow("The file is larger than 60 MB, the most for HEIC.");
  });

  test("when it takes more memory than its header accounts for", async () => {
    const path = await write(readHeic("vast"));
    const header = { format: "heic", width: 64, height: 64, frames: 1, scans: 1, heldBytesPerPixel: 6 } as const;
    await expect(decodeHeif(path, header)).rejects.toThrow("takes more memory to read than its size accounts for");
  });
});

function withLength(file: Buffer, type: string, length: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt32BE(length, changed.indexOf(type, 0, "latin1") - 4);
  return changed;
}

function replaced(file: Buffer, type: string, by: string): Buffer {
  return Buffer.from(file.toString("latin1").replaceAll(type, by), "latin1");
}
