import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { UPLOAD_MAX_BYTES } from "../../contract/limits.ts";
import { gifWithComment, pngOfSize, withJpegSegment, withPngChunk, withWebpChunk } from "./containers.ts";
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
      return refused(`${format}: cut off after ${part * 100} %`, fileName("cut", format), bytes, "CORRUPT_IMAGE");
    }),
  );
}

export function damages(plain: PlainPictures): OddPicture[] {
  const flip = (bytes: Buffer, at: number) => {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
    return damaged;
  };
  const pngData = plain.png.indexOf("IDAT");
  return [
    refused("png: wrong checksum of the header", "crc.png", flip(plain.png, 30), "CORRUPT_IMAGE"),
    refused("png: wrong checksum of the pixels", "crc.png", flip(plain.png, pngData + 20), "CORRUPT_IMAGE"),
    refused("png: no pixels", "none.png", pngOfSize({ ...SIZE, bitDepth: 8 }, Buffer.alloc(0)), "CORRUPT_IMAGE"),
    refused(
      "png: too few pixels",
      "few.png",
      pngOfSize({ ...SIZE, bitDepth: 8 }, deflateSync(Buffer.alloc(100))),
      "CORRUPT_IMAGE",
    ),
    refused(
      "png: size of zero",
      "zero.png",
      pngOfSize({ width: 0, height: 0, bitDepth: 8 }, Buffer.alloc(0)),
      "CORRUPT_IMAGE",
    ),
    refused("jpeg: no pixels", "none.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), "CORRUPT_IMAGE"),
    refused(
      "jpeg: rubbish behind the signature",
      "rubbish.jpg",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 0x5a)]),
      "CORRUPT_IMAGE",
    ),
    refused(
      "gif: rubbish behind the signature",
      "rubbish.gif",
      Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(5000, 0x5a)]),
      "CORRUPT_IMAGE",
    ),
    refused(
      "webp: rubbish behind the signature",
      "rubbish.webp",
      Buffer.concat([Buffer.from("RIFF\x88\x13\0\0WEBP", "latin1"), Buffer.alloc(5000, 0x5a)]),
      "CORRUPT_IMAGE",
    ),
    ...FORMATS.map((format) =>
      refused(`${format}: signature only`, fileName("short", format), plain[format].subarray(0, 12), "CORRUPT_IMAGE"),
    ),
  ];
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
    refused(`${kind} named photo.jpg`, "photo.jpg", Buffer.from(content, "latin1"), "UNSUPPORTED_TYPE"),
  );
}

export async function otherPictures(): Promise<OddPicture[]> {
  return [
    refused("a real tiff named photo.jpg", "photo.jpg", await corners().tiff().toBuffer(), "UNSUPPORTED_TYPE"),
    refused(
      "a real avif named photo.webp",
      "photo.webp",
      await corners().avif({ effort: 0 }).toBuffer(),
      "UNSUPPORTED_TYPE",
    ),
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
    {
      ...refused(
        "gif: that is also JavaScript",
        "script.gif",
        Buffer.from("GIF89a/*\0\0*/=1;alert(1)"),
        "CORRUPT_IMAGE",
      ),
    },
  ];
}

export function bombs(plain: PlainPictures): OddPicture[] {
  const jpegSizes = (width: number, height: number) => {
    const bomb = Buffer.from(plain.jpeg);
    const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
    bomb.writeUInt16BE(height, frame + 5);
    bomb.writeUInt16BE(width, frame + 7);
    return bomb;
  };
  const gif = Buffer.from(plain.gif);
  gif.writeUInt16LE(65_535, 6);
  gif.writeUInt16LE(65_535, 8);
  const webp = withWebpChunk(plain.webp, "XMP ", Buffer.from("x"), { width: 16_384, height: 16_384 });
  const megabytes = deflatedZeros(1024 * 1024, 200);
  return [
    refused(
      "png: 900 blank megapixels",
      "bomb.png",
      pngOfSize({ width: 30_000, height: 30_000, bitDepth: 1 }, deflatedZeros(1_000 * 3_751, 30)),
      "TOO_MANY_PIXELS",
    ),
    refused(
      "png: one row over 120 megapixels",
      "bomb.png",
      pngOfSize({ width: 12_000, height: 10_001, bitDepth: 1 }, Buffer.alloc(10)),
      "TOO_MANY_PIXELS",
    ),
    refused(
      "png: the largest possible size",
      "bomb.png",
      pngOfSize({ width: 2_147_483_647, height: 2_147_483_647, bitDepth: 8 }, Buffer.alloc(10)),
      "TOO_MANY_PIXELS",
    ),
    refused("jpeg: claims 65500 x 65500", "bomb.jpg", jpegSizes(65_500, 65_500), "TOO_MANY_PIXELS"),
    refused("gif: claims 65535 x 65535", "bomb.gif", gif, "TOO_MANY_PIXELS"),
    refused("webp: claims 16384 x 16384", "bomb.webp", webp, "TOO_MANY_PIXELS"),
    accepted(
      "with 200 MB of compressed text",
      "png",
      withPngChunk(plain.png, "zTXt", Buffer.concat([Buffer.from("Comment\0\0"), megabytes])),
    ),
    accepted(
      "with a compressed profile of 200 MB",
      "png",
      withPngChunk(plain.png, "iCCP", Buffer.concat([Buffer.from("profile\0\0"), megabytes])),
    ),
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
  const lastScan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const repeated = (times: number) =>
    Buffer.concat([
      progressive.subarray(0, -2),
      ...Array.from({ length: times }, () => lastScan),
      progressive.subarray(-2),
    ]);
  return [
    refused("jpeg: 900 scans", "scans.jpg", repeated(900), "TOO_COMPLEX"),
    refused("jpeg: 110 scans", "scans.jpg", repeated(110), "TOO_COMPLEX"),
  ];
}

export function fileSizes(plain: PlainPictures): OddPicture[] {
  const padded = (bytes: number) => Buffer.concat([plain.jpeg, Buffer.alloc(bytes - plain.jpeg.length)]);
  return [
    refused("an empty file", "empty.jpg", Buffer.alloc(0), "EMPTY_FILE"),
    refused("one byte", "one.jpg", Buffer.from([0xff]), "UNSUPPORTED_TYPE"),
    accepted("exactly 10 MiB", "jpeg", padded(UPLOAD_MAX_BYTES)),
    refused("one byte over 10 MiB", "over.jpg", padded(UPLOAD_MAX_BYTES + 1), "TOO_LARGE"),
  ];
}
