import { deflateSync } from "node:zlib";
import {
  exifBlock,
  gifWithComment,
  jpegSegment,
  pngChunk,
  withJpegSegment,
  withPngChunk,
  withWebpChunk,
} from "./containers.ts";
import { accepted, type OddPicture, type PlainPictures, SECRET, SIZE, withExif } from "./plain-pictures.ts";

/** Metadata: secrets, garbage, and hostile names. */

/** GPS, serial numbers and names, where cameras and programs put them. */
export function secrets(plain: PlainPictures): OddPicture[] {
  const block = exifBlock({
    gps: true,
    text: { 270: "A title", 42033: SECRET, 42032: SECRET, 42037: SECRET, 315: SECRET },
  });
  const xmp = Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${SECRET}" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="${SECRET}"/></rdf:RDF></x:xmpmeta>`,
  );
  const iptc = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, SECRET.length]), Buffer.from(SECRET)]);
  const photoshop = Buffer.concat([
    Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0", "latin1"),
    Buffer.from([iptc.length]),
    iptc,
    Buffer.alloc(iptc.length % 2),
  ]);
  const jpegXmp = Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), xmp]);
  return [
    ...(["jpeg", "png", "webp"] as const).map((format) =>
      accepted("secrets in EXIF", format, withExif(plain[format], format, block, SIZE)),
    ),
    accepted("secrets in XMP", "jpeg", withJpegSegment(plain.jpeg, 0xe1, jpegXmp)),
    accepted("secrets in XMP", "webp", withWebpChunk(plain.webp, "XMP ", xmp, SIZE)),
    accepted(
      "secrets in XMP",
      "png",
      withPngChunk(plain.png, "iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0"), xmp])),
    ),
    accepted("secrets in IPTC", "jpeg", withJpegSegment(plain.jpeg, 0xed, photoshop)),
    accepted("secrets in a comment", "jpeg", withJpegSegment(plain.jpeg, 0xfe, Buffer.from(SECRET))),
    accepted("secrets in a maker's segment", "jpeg", withJpegSegment(plain.jpeg, 0xea, Buffer.from(SECRET))),
    accepted("secrets after the end", "jpeg", Buffer.concat([plain.jpeg, Buffer.from(SECRET)])),
    accepted("secrets in text", "png", withPngChunk(plain.png, "tEXt", Buffer.from(`GPS\0${SECRET}`))),
    accepted(
      "secrets in compressed text",
      "png",
      withPngChunk(plain.png, "zTXt", Buffer.concat([Buffer.from("GPS\0\0"), deflateSync(SECRET)])),
    ),
    accepted("secrets in a private chunk", "png", withPngChunk(plain.png, "gpSs", Buffer.from(SECRET))),
    accepted("secrets in a comment", "gif", gifWithComment(plain.gif, SECRET)),
  ];
}

export function brokenMetadata(plain: PlainPictures): OddPicture[] {
  const loop = exifBlock({ text: { 270: "x".repeat(40) } });
  // The next directory points back to the first.
  loop.writeUInt32LE(8, loop.length - 45);
  const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, index) => `<!ENTITY b${index} "&${index === 0 ? "a" : `b${index - 1}`};&${index === 0 ? "a" : `b${index - 1}`};">`).join("")}]><x:xmpmeta>&b19;</x:xmpmeta>`;
  const xmp = (text: string) => Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), Buffer.from(text)]);
  const exif = (block: Buffer) => withExif(plain.jpeg, "jpeg", block, SIZE);
  return [
    accepted("garbage as EXIF", "jpeg", exif(Buffer.alloc(500, 0xa5))),
    accepted("truncated EXIF", "jpeg", exif(exifBlock({ gps: true }).subarray(0, 20))),
    accepted("circular EXIF", "jpeg", exif(loop)),
    accepted(
      "EXIF with NUL and split characters",
      "jpeg",
      exif(exifBlock({ text: { 270: "a\0b\u{1f600}".slice(0, 4), 33432: "\0\0" } })),
    ),
    accepted("garbage as XMP", "jpeg", withJpegSegment(plain.jpeg, 0xe1, xmp("<<<>>>&&&"))),
    accepted("XMP with a billion laughs", "jpeg", withJpegSegment(plain.jpeg, 0xe1, xmp(laughs))),
    accepted(
      "garbage as IPTC",
      "jpeg",
      withJpegSegment(plain.jpeg, 0xed, Buffer.from("Photoshop 3.0\x008BIM\x04\x04\xff\xff\xff\xff", "latin1")),
    ),
    accepted(
      "60 kB of empty segments",
      "jpeg",
      Buffer.concat([
        plain.jpeg.subarray(0, 2),
        ...Array.from({ length: 15_000 }, () => jpegSegment(0xef, Buffer.alloc(0))),
        plain.jpeg.subarray(2),
      ]),
    ),
    accepted(
      "5,000 chunks",
      "png",
      Buffer.concat([
        plain.png.subarray(0, 33),
        ...Array.from({ length: 5_000 }, () => pngChunk("teSt", Buffer.alloc(0))),
        plain.png.subarray(33),
      ]),
    ),
  ];
}

export function names(plain: PlainPictures): OddPicture[] {
  const odd = [
    "../../../etc/passwd.jpg",
    "..\\..\\windows\\system32.jpg",
    "/etc/passwd",
    "C:\\secret.jpg",
    "CON.jpg",
    ".htaccess",
    "....jpg",
    ".jpg",
    "-rf.jpg",
    "a b\tc.jpg",
    "café São Paulo.jpg",
    "写真.jpg",
    "😀😀😀.jpg",
    "\u202egpj.exe",
    "<img src=x onerror=alert(1)>.jpg",
    "'; drop table photo; --.jpg",
    "%2e%2e%2f.jpg",
    "photo.jpg.php",
    "{{7*7}}.jpg",
    `${"x".repeat(500)}.jpg`,
    "no extension",
  ];
  return odd.map((name) => ({
    about: `named ${name.slice(0, 40)}`,
    name,
    bytes: plain.jpeg,
    verdict: "accepted" as const,
    hasCorners: true,
  }));
}
