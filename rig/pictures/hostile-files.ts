import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { UPLOAD_MAX_BYTES } from "../../contract/limits.ts";
import { gifWithComment, pngOfSize, withJpegSegment, withPngChunk, withWebpChunk } from "./containers.ts";
import { animatedGif, withJpegSize, withScans } from "./hostile-bytes.ts";
import {
  accepted,
  corners,
  EXTENSIONS,
  FORMATS,
  fileName,
  type OddPicture,
  type PlainPictures,
  refused,
  SIZE,
} from "./plain-pictures.ts";

/** Files that are broken, pretend to be something else, or demand too much. */

export function truncations(plain: PlainPictures): OddPicture[] {
  return FORMATS.flatMap((format) =>
    [0.15, 0.3, 0.5, 0.7, 0.9, 0.98].map((part) => {
      const bytes = plain[format].subarray(0, Math.floor(plain[format].length * part));
      return refused(`${format}: cut off after ${part * 100} %`, bytes, "CORRUPT_IMAGE");
    }),
  );
}

export function damages(plain: PlainPictures): OddPicture[] {
  const flip = (bytes: Buffer, at: number) => {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
    return damaged;
  };
  const rubbish = (signature: string) => Buffer.concat([Buffer.from(signature, "latin1"), Buffer.alloc(5000, 0x5a)]);
  const size = { ...SIZE, bitDepth: 8 } as const;
  const damaged: Record<string, Buffer> = {
    "png: wrong checksum of the header": flip(plain.png, 30),
    "png: wrong checksum of the pixels": flip(plain.png, plain.png.indexOf("IDAT") + 20),
    "png: no pixels": pngOfSize(size, Buffer.alloc(0)),
    "png: too few pixels": pngOfSize(size, deflateSync(Buffer.alloc(100))),
    "png: size of zero": pngOfSize({ ...size, width: 0, height: 0 }, Buffer.alloc(0)),
    "jpeg: no pixels": Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    "jpeg: rubbish behind the signature": rubbish("\xff\xd8\xff"),
    "gif: rubbish behind the signature": rubbish("GIF89a"),
    "webp: rubbish behind the signature": rubbish("RIFF\x88\x13\0\0WEBP"),
    ...Object.fromEntries(FORMATS.map((format) => [`${format}: signature only`, plain[format].subarray(0, 12)])),
  };
  return Object.entries(damaged).map(([about, bytes]) => refused(about, bytes, "CORRUPT_IMAGE"));
}

/** The content decides, not the name. */
export function wrongExtensions(plain: PlainPictures): OddPicture[] {
  return FORMATS.flatMap((format) =>
    FORMATS.filter((other) => other !== format).map((other) => ({
      ...accepted(`named ${EXTENSIONS[other]}`, format, plain[format]),
      name: fileName("misnamed", other),
    })),
  );
}

export function otherFiles(): OddPicture[] {
  const contents: Record<string, string> = {
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    html: "<!doctype html><script>alert(1)</script>",
    pdf: "%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF",
    postscript: "%!PS-Adobe-3.0\n(/etc/passwd) (r) file",
    "image magick script":
      "push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 'https://example.com/x'\npop graphic-context",
    text: "a photograph, but in words",
    json: '{"image":true}',
    xml: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "shell script": "#!/bin/sh\nrm -rf /\n",
    zip: "PK\x03\x04\x14\0\0\0\0\0",
    elf: "\x7fELF\x02\x01\x01\0",
    mp4: "\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
    heic: "\0\0\0\x18ftypheic\0\0\0\0heicmif1",
    bmp: "BM\x9a\0\0\0\0\0\0\0\x7a\0\0\0",
    icon: "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0",
    psd: "8BPS\0\x01\0\0\0\0\0\0\0\x03",
    "jpeg 2000": "\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ",
    "jpeg xl": "\xff\x0a\xfa\x7f\x01\x90\x08\x10",
    openexr: "\x76\x2f\x31\x01\x02\0\0\0",
    "radiance hdr": "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n",
  };
  return Object.entries(contents).map(([kind, content]) =>
    refused(`${kind} named photo.jpg`, Buffer.from(content, "latin1"), "UNSUPPORTED_TYPE", "photo.jpg"),
  );
}

export async function otherPictures(): Promise<OddPicture[]> {
  const [tiff, avif] = [await corners().tiff().toBuffer(), await corners().avif({ effort: 0 }).toBuffer()];
  return [
    refused("a real tiff named photo.jpg", tiff, "UNSUPPORTED_TYPE", "photo.jpg"),
    refused("a real avif named photo.webp", avif, "UNSUPPORTED_TYPE", "photo.webp"),
  ];
}

export function polyglots(plain: PlainPictures): OddPicture[] {
  const script = "<script>alert(document.domain)</script>";
  return [
    accepted("with HTML in a comment", "jpeg", withJpegSegment(plain.jpeg, 0xfe, Buffer.from(script))),
    accepted("with a ZIP appended", "jpeg", Buffer.concat([plain.jpeg, Buffer.from("PK\x05\x06"), Buffer.alloc(18)])),
    accepted("with a PDF in a comment", "jpeg", withJpegSegment(plain.jpeg, 0xfe, Buffer.from("%PDF-1.7\n%%EOF"))),
    accepted(
      "with PHP in a text chunk",
      "png",
      withPngChunk(plain.png, "tEXt", Buffer.from("Comment\0<?php system($_GET[0]); ?>")),
    ),
    accepted("with HTML appended", "png", Buffer.concat([plain.png, Buffer.from(script)])),
    accepted("with a script in a comment", "gif", gifWithComment(plain.gif, script)),
    refused("gif: that is also JavaScript", Buffer.from("GIF89a/*\0\0*/=1;alert(1)"), "CORRUPT_IMAGE"),
  ];
}

export function bombs(plain: PlainPictures): OddPicture[] {
  const png = (width: number, height: number, pixels: Buffer = Buffer.alloc(10)) =>
    pngOfSize({ width, height, bitDepth: 1 }, pixels);
  const tooLarge: Record<string, Buffer> = {
    "png: 900 blank megapixels": png(30_000, 30_000, deflatedZeros(1_000 * 3_751, 30)),
    "png: one row over 120 megapixels": png(12_000, 10_001),
    "png: the largest possible size": png(2_147_483_647, 2_147_483_647),
    "jpeg: claims 65500 x 65500": withJpegSize(plain.jpeg, 65_500, 65_500),
    "gif: claims 65535 x 65535": animatedGif(1, 65_535, 65_535),
    "webp: claims 16384 x 16384": withWebpChunk(plain.webp, "XMP ", Buffer.from("x"), {
      width: 16_384,
      height: 16_384,
    }),
  };
  const megabytes = deflatedZeros(1024 * 1024, 200);
  const withText = withPngChunk(plain.png, "zTXt", Buffer.concat([Buffer.from("Comment\0\0"), megabytes]));
  const withProfile = withPngChunk(plain.png, "iCCP", Buffer.concat([Buffer.from("profile\0\0"), megabytes]));
  return [
    ...Object.entries(tooLarge).map(([about, bytes]) => refused(about, bytes, "TOO_MANY_PIXELS")),
    accepted("with 200 MB of compressed text", "png", withText),
    accepted("with a compressed profile of 200 MB", "png", withProfile),
  ];
}

/** As `deflateSync` compresses this many chunks of zeros, but in the time of one. */
function deflatedZeros(chunkBytes: number, count: number): Buffer {
  // After a full flush, no chunk refers to the one before it.
  const chunk = deflateRawSync(Buffer.alloc(chunkBytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const [header, end, checksum] = [Buffer.from([0x78, 0xda]), Buffer.from([0x03, 0x00]), Buffer.alloc(4)];
  // Adler-32 of zeros: their number, then one.
  checksum.writeUInt16BE((chunkBytes * count) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([header, ...Array<Buffer>(count).fill(chunk), end, checksum]);
}

export async function manyScans(): Promise<OddPicture[]> {
  const progressive = await corners().jpeg({ progressive: true }).toBuffer();
  return [900, 110].map((scans) => refused(`jpeg: ${scans} scans`, withScans(progressive, scans), "TOO_COMPLEX"));
}

export function fileSizes(plain: PlainPictures): OddPicture[] {
  const padded = (bytes: number) => Buffer.concat([plain.jpeg, Buffer.alloc(bytes - plain.jpeg.length)]);
  return [
    refused("an empty file", Buffer.alloc(0), "EMPTY_FILE"),
    refused("one byte", Buffer.from([0xff]), "UNSUPPORTED_TYPE"),
    accepted("exactly 10 MiB", "jpeg", padded(UPLOAD_MAX_BYTES)),
    refused("one byte over 10 MiB", padded(UPLOAD_MAX_BYTES + 1), "TOO_LARGE"),
  ];
}
