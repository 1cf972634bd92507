import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { pngChunk, withJpegSegment, withPngChunk } from "../../../rig/pictures/containers.ts";
import { imagesMadeEachTime as images } from "../../../rig/server/images-for-tests.ts";
import { pictureFiles } from "../../../rig/server/picture-files.ts";
import type { MadePictures } from "./images.ts";

const save = pictureFiles();
let plainJpeg: Buffer;
let plainPng: Buffer;

beforeAll(async () => {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: "#508050" } });
  plainJpeg = await picture.clone().jpeg().toBuffer();
  plainPng = await picture.clone().png().toBuffer();
});

async function make(bytes: Buffer): Promise<MadePictures> {
  return images.make(await save(bytes), ["thumb", "medium", "original"]);
}

const withExif = (exif: Parameters<ReturnType<typeof sharp>["withExif"]>[0]) =>
  sharp(plainJpeg).withExif(exif).toBuffer();

/** As Lightroom writes it. */
function withXmp(jpeg: Buffer, properties: string): Buffer {
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="">${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  return withJpegSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));
}

function withIptc(jpeg: Buffer, datasets: [number, Buffer][]): Buffer {
  const iim = Buffer.concat(
    datasets.map(([dataset, text]) =>
      Buffer.concat([Buffer.from([0x1c, 2, dataset, text.length >> 8, text.length & 255]), text]),
    ),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(iim.length);
  const other = Buffer.from("8BIM\x03\xed\0\0\0\0\0\x02ab", "latin1");
  const resource = Buffer.concat([
    Buffer.from("Photoshop 3.0\0"),
    other,
    Buffer.from("8BIM\x04\x04\0\0", "latin1"),
    length,
    iim,
  ]);
  return withJpegSegment(jpeg, 0xed, resource);
}

test("the camera's settings are formatted as photographers write them", async () => {
  const bytes = await withExif({
    IFD0: { Make: "NIKON CORPORATION", Model: "NIKON D850" },
    IFD2: {
      DateTimeOriginal: "2023:07:14 18:05:09",
      FNumber: "28/10",
      ExposureTime: "1/250",
      ISOSpeedRatings: "400",
      FocalLength: "35/1",
      LensModel: "NIKKOR Z 35mm f/1.8 S",
    },
  });
  const { facts } = await make(bytes);
  expect(facts.exif).toEqual({
    camera: "NIKON D850",
    lens: "NIKKOR Z 35mm f/1.8 S",
    aperture: "f/2.8",
    shutter: "1/250 s",
    iso: 400,
    focal_length: "35 mm",
  });
  expect(facts.captured_on).toBe("2023-07-14T18:05:09");
});

test.each([
  ["SONY", "ILCE-7M3", "SONY ILCE-7M3"],
  ["Canon", "Canon EOS R5", "Canon EOS R5"],
  ["FUJIFILM", "", "FUJIFILM"],
])("%s and %s name the camera once", async (Make, Model, camera) => {
  const { facts } = await make(await withExif({ IFD0: Model ? { Make, Model } : { Make } }));
  expect(facts.exif.camera).toBe(camera);
});

test.each([
  ["2/1", "2 s"],
  ["1/2", "0.5 s"],
  ["10/300", "1/30 s"],
  ["1/8000", "1/8000 s"],
  ["0/1", undefined],
  ["1/0", undefined],
])("an exposure of %s reads %s", async (ExposureTime, shutter) => {
  expect((await make(await withExif({ IFD2: { ExposureTime } }))).facts.exif.shutter).toBe(shutter);
});

test.each(["0000:00:00 00:00:00", "2023:02:31 10:00:00", "2023:13:01 10:00:00", "    :  :     :  :  ", "yesterday"])(
  "a clock that says %s says nothing",
  async (DateTimeOriginal) => {
    expect((await make(await withExif({ IFD2: { DateTimeOriginal } }))).facts.captured_on).toBeNull();
  },
);

test("EXIF's image description is the caption where XMP and IPTC have none", async () => {
  const described = await withExif({ IFD0: { ImageDescription: "Fog over the harbor" } });

  expect((await make(described)).facts.caption).toBe("Fog over the harbor");
  const both = withIptc(described, [[120, Buffer.from("From IPTC")]]);
  expect((await make(both)).facts.caption).toBe("From IPTC");
});

test.each(["OLYMPUS DIGITAL CAMERA", "SONY DSC", "DCIM\\100MEDIA\\DJI_0099.JPG", "   ", "default"])(
  "what a camera writes as image description is no caption: %j",
  async (ImageDescription) => {
    expect((await make(await withExif({ IFD0: { ImageDescription } }))).facts.caption).toBe(null);
  },
);

/** As cameras and phones write it: eight bytes that name the encoding, then the text. */
function withUserComment(comment: Buffer, order: "II" | "MM" = "II"): Buffer {
  const isLittle = order === "II";
  const tiff = Buffer.alloc(44 + comment.length);
  const u16 = (value: number, at: number) => (isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  const u32 = (value: number, at: number) => (isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at));
  tiff.write(order, 0, "latin1");
  u16(42, 2);
  u32(8, 4);
  // IFD0 with the offset of the second directory, and that one with the comment.
  u16(1, 8);
  for (const [at, tag, type, count, value] of [
    [10, 0x8769, 4, 1, 26],
    [28, 0x9286, 7, comment.length, 44],
  ] as const) {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    u32(value, at + 8);
  }
  u16(1, 26);
  comment.copy(tiff, 44);
  return withJpegSegment(plainJpeg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]));
}

const comment = (encoding: string, text: Buffer) => Buffer.concat([Buffer.from(encoding.padEnd(8, "\0")), text]);

test.each([
  ["in ASCII", comment("ASCII", Buffer.from("Rain in Porto\0\0")), "II", "Rain in Porto"],
  ["in UTF-16, little-endian", comment("UNICODE", Buffer.from("Chuva 雨", "utf16le")), "II", "Chuva 雨"],
  ["in UTF-16, big-endian", comment("UNICODE", Buffer.from("Chuva 雨", "utf16le").swap16()), "MM", "Chuva 雨"],
  ["without an encoding", comment("", Buffer.from("Céu")), "II", "Céu"],
  ["that is empty", comment("ASCII", Buffer.from("      ")), "II", null],
  ["that is binary", comment("", Buffer.from([0x80, 0xff, 0x12, 0x90])), "II", null],
  ["in an encoding we do not read", comment("JIS", Buffer.from("$1$s")), "II", null],
] as const)("a user comment %s", async (_how, bytes, order, caption) => {
  expect((await make(withUserComment(bytes, order))).facts.caption).toBe(caption);
});

test("a user comment comes after the description, and that after IPTC and XMP", async () => {
  const commented = withUserComment(comment("ASCII", Buffer.from("From the comment")));
  expect((await make(withIptc(commented, [[120, Buffer.from("From IPTC")]]))).facts.caption).toBe("From IPTC");
  const described = await withExif({ IFD0: { ImageDescription: "Described" }, IFD2: { UserComment: "Commented" } });
  expect((await make(described)).facts.caption).toBe("Described");
});

test("creator and copyright are read from IPTC, and XMP goes before it", async () => {
  const iptc = withIptc(plainJpeg, [
    [80, Buffer.from("Ana Lima")],
    [116, Buffer.from("© Ana")],
  ]);
  expect((await make(iptc)).facts).toMatchObject({ creator: "Ana Lima", copyright: "© Ana" });
  const both = withXmp(
    iptc,
    "<dc:creator><rdf:Seq><rdf:li>Inês Ōta</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>",
  );
  expect((await make(both)).facts).toMatchObject({ creator: "Inês Ōta, Bo", copyright: "© Ana" });
});

const bag = (name: string, entries: string[]) =>
  `<${name}><rdf:Bag>${entries.map((entry) => `<rdf:li>${entry}</rdf:li>`).join("")}</rdf:Bag></${name}>`;

test.each([
  ["flat", bag("dc:subject", ["Lisbon", "tram"]), ["Lisbon", "tram"]],
  [
    "as paths",
    bag("lr:hierarchicalSubject", ["Places|Europe|Lisbon", "Places|Porto"]),
    ["Places", "Europe", "Lisbon", "Porto"],
  ],
  ["as paths among the flat ones", bag("dc:subject", ["Places|Lisbon", "tram"]), ["Places", "Lisbon", "tram"]],
  [
    "both ways, of which the flat ones count",
    bag("dc:subject", ["Lisbon"]) + bag("lr:hierarchicalSubject", ["Private|Shoots|Lisbon"]),
    ["Lisbon"],
  ],
])("keywords %s", async (_how, properties, keywords) => {
  expect((await make(withXmp(plainJpeg, properties))).facts.keywords).toEqual(keywords);
});

test.each([
  ["+09:00", "+09:00"],
  ["-03:30", "-03:30"],
  ["+00:00", "+00:00"],
  ["   :  ", null],
  ["+99:00", null],
  ["local", null],
])("a camera's zone of %j", async (OffsetTimeOriginal, zone) => {
  const { facts } = await make(
    await withExif({ IFD2: { DateTimeOriginal: "2023:07:14 18:05:09", OffsetTimeOriginal } }),
  );
  expect([facts.captured_on, facts.captured_zone]).toEqual(["2023-07-14T18:05:09", zone]);
});

test("the zone of XMP counts only for the same time", async () => {
  const created = (time: string) => `<photoshop:DateCreated>${time}</photoshop:DateCreated>`;
  const zone = async (bytes: Buffer) => (await make(bytes)).facts.captured_zone;
  const camera = await withExif({ IFD2: { DateTimeOriginal: "2023:07:14 18:05:09" } });

  expect(await zone(withXmp(plainJpeg, created("2023-07-14T18:05:09Z")))).toBe("+00:00");
  expect(await zone(withXmp(plainJpeg, created("2023-07-14")))).toBeNull();
  expect(await zone(withXmp(camera, created("2023-07-14T18:05:09-05:00")))).toBe("-05:00");
  expect(await zone(withXmp(camera, created("2024-01-01T10:00:00-05:00")))).toBeNull();
});

test("title, caption, keywords and copyright are read from XMP", async () => {
  const { facts } = await make(
    withXmp(
      plainJpeg,
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lisbon &amp; the sea</rdf:li></rdf:Alt></dc:title>
       <dc:description><rdf:Alt><rdf:li xml:lang="x-default">First line&#10;second &#x2014; line</rdf:li></rdf:Alt></dc:description>
       <dc:subject><rdf:Bag><rdf:li>street</rdf:li><rdf:li> night </rdf:li><rdf:li>street</rdf:li><rdf:li></rdf:li></rdf:Bag></dc:subject>
       <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Inês Ōta</rdf:li></rdf:Alt></dc:rights>
       <photoshop:DateCreated>2021-03-04T05:06:07+09:00</photoshop:DateCreated>`,
    ),
  );
  expect(facts).toMatchObject({
    title: "Lisbon & the sea",
    caption: "First line\nsecond — line",
    keywords: ["street", "night"],
    copyright: "© Inês Ōta",
    captured_on: "2021-03-04T05:06:07",
  });
});

test.each([
  ["in several languages", "<rdf:Alt><rdf:li xml:lang='x-default'>A tram &amp; a dog</rdf:li></rdf:Alt>"],
  ["in one language", "<rdf:Alt>\n<rdf:li>A tram &amp;\na dog</rdf:li></rdf:Alt>"],
])("the alt text of a file is read from XMP, %s", async (_how, text) => {
  const property = "Iptc4xmpCore:AltTextAccessibility";
  const { facts } = await make(withXmp(plainJpeg, `<${property}>${text}</${property}>`));
  expect(facts.alt?.replace("\n", " ")).toBe("A tram & a dog");
  expect(facts.caption).toBeNull();
});

test("and from IPTC, whether in UTF-8 or in Latin-1", async () => {
  const { facts } = await make(
    withIptc(plainJpeg, [
      [5, Buffer.from("São Paulo", "utf8")],
      [120, Buffer.from("Café", "latin1")],
      [25, Buffer.from("rua")],
      [25, Buffer.from("noite")],
      [116, Buffer.from("Ana")],
    ]),
  );
  expect(facts).toMatchObject({ title: "São Paulo", caption: "Café", keywords: ["rua", "noite"], copyright: "Ana" });
});

test("a file without metadata gives none", async () => {
  const { facts } = await make(plainPng);
  expect(facts).toMatchObject({
    captured_on: null,
    captured_zone: null,
    creator: null,
    exif: {},
    title: null,
    caption: null,
    alt: null,
    keywords: [],
    copyright: null,
  });
});

test("characters that cannot be stored are removed, and long texts truncated", async () => {
  const long = "x".repeat(10_000);
  const many = Array.from({ length: 400 }, (_, index) => `<rdf:li>tag ${index} ${"y".repeat(100)}</rdf:li>`).join("");
  const { facts } = await make(
    withXmp(
      plainJpeg,
      `<dc:title><rdf:Alt><rdf:li>a&#0;b&#xD800;c\ntwo ${"😀".repeat(300)}</rdf:li></rdf:Alt></dc:title>
       <dc:description><rdf:Alt><rdf:li>${long}</rdf:li></rdf:Alt></dc:description>
       <dc:subject><rdf:Bag>${many}</rdf:Bag></dc:subject>`,
    ),
  );
  expect(facts.title?.startsWith("abc two 😀")).toBe(true);
  expect(facts.title?.length).toBeLessThanOrEqual(200);
  expect(facts.caption?.length).toBe(5_000);
  expect(facts.keywords.length).toBe(50);
  for (const text of [facts.title, facts.caption, ...facts.keywords]) {
    expect(text?.isWellFormed()).toBe(true);
    expect(text).not.toContain("\0");
  }
  for (const keyword of facts.keywords) expect(keyword.length).toBeLessThanOrEqual(64);
});

test("garbage metadata is ignored", async () => {
  const good = await withExif({ IFD0: { Make: "Vitrine", Copyright: "Nobody" }, IFD2: { FNumber: "28/10" } });
  for (let seed = 1; seed < 30; seed++) {
    const bytes = Buffer.from(good);
    // Within the EXIF segment, which comes first.
    for (let change = 0; change < 25; change++) {
      bytes[12 + ((Math.imul(seed * 131 + change, 0x9e3779b1) >>> 8) % 180)] = (seed * 89 + change * 41) & 0xff;
    }
    const { facts } = await make(bytes);
    expect(JSON.stringify(facts).isWellFormed()).toBe(true);
  }
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 73) & 0xff));
  await make(withIptc(plainJpeg, [[5, noise]]));
  await make(
    withJpegSegment(
      plainJpeg,
      0xe1,
      Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0<dc:title<rdf:li"), noise]),
    ),
  );
  await make(withJpegSegment(plainJpeg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0II*\0"), noise])));
});

test("every file made has the copyright, in its own script, and no other metadata", async () => {
  const secret = "SECRET-4711";
  // Read as the caption, which the owner can edit; in the file it would stay.
  const description = "Described by the camera's owner";
  const tagged = await sharp(plainJpeg)
    .withExif({
      IFD0: { Copyright: "x", Artist: secret, Software: secret, ImageDescription: description },
      IFD2: { BodySerialNumber: secret, LensSerialNumber: secret, UserComment: secret },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 30/1", GPSMapDatum: secret },
    })
    .toBuffer();
  const commented = withJpegSegment(withIptc(tagged, [[90, Buffer.from(secret)]]), 0xfe, Buffer.from(secret));
  const bytes = withXmp(
    commented,
    `<exif:GPSLatitude>${secret}</exif:GPSLatitude><aux:SerialNumber>${secret}</aux:SerialNumber>
     <dc:rights><rdf:Alt><rdf:li>© 2024 Zoë 山田</rdf:li></rdf:Alt></dc:rights>`,
  );
  const picture = await make(Buffer.concat([bytes, Buffer.from(secret)]));
  expect(JSON.stringify(picture.facts)).not.toContain(secret);
  expect(picture.pictures).toHaveLength(5);
  for (const file of picture.pictures) {
    expect(file.bytes.includes(secret)).toBe(false);
    expect(file.bytes.includes(description)).toBe(false);
    const { exif, xmp, iptc, icc } = await sharp(file.bytes).metadata();
    expect([xmp, iptc, icc]).toEqual([undefined, undefined, undefined]);
    expect(exif?.includes("© 2024 Zoë 山田\0")).toBe(true);
    // Little-endian, then one directory at 8 with one entry, the copyright, and no directory after it.
    const start = exif?.indexOf("II*\0") ?? -1;
    expect(exif?.readUInt32LE(start + 4)).toBe(8);
    expect(exif?.readUInt16LE(start + 8)).toBe(1);
    expect(exif?.readUInt16LE(start + 10)).toBe(0x8298);
    expect(exif?.readUInt32LE(start + 22)).toBe(0);
  }
});

test("a file without a copyright gives files without any metadata", async () => {
  const text = Buffer.from("Comment\0SECRET-4711", "latin1");
  const picture = await make(withPngChunk(plainPng, "tEXt", text));
  for (const file of picture.pictures) {
    expect(file.bytes.includes("SECRET-4711")).toBe(false);
    expect((await sharp(file.bytes).metadata()).exif).toBeUndefined();
  }
  expect(pngChunk("tEXt", text).includes("SECRET-4711")).toBe(true);
});
