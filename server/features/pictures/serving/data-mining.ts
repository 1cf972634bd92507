import { Readable } from "node:stream";
import type { ByteRange, StoredFile } from "../../../platform/storage/storage.ts";

type Body = Buffer | ((range: ByteRange | undefined) => Promise<StoredFile | undefined>);

const XMP = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING"/></rdf:RDF></x:xmpmeta>`;
const APP1 = 0xffe1;
/** The segment goes right after a JPEG's first marker. */
const START_BYTES = 2;
/** The same in every JPEG file. */
const JPEG_START = Buffer.from("ffd8", "hex");

/** The Data Mining property of IPTC's photo metadata standard, as a segment of a JPEG file. */
const SEGMENT = Buffer.concat([Buffer.alloc(4), Buffer.from(XMP)]);
SEGMENT.writeUInt16BE(APP1, 0);
SEGMENT.writeUInt16BE(SEGMENT.length - 2, 2);

export const DATA_MINING_BYTES = SEGMENT.length;

/**
 * Adds the property to a JPEG on its way out rather than in storage: the owner's change then holds for every picture that
 * was ever made.
 */
export function forbidDataMining(body: Body, sizeBytes: number): Body {
  if (typeof body !== "function") return joined(body);
  return async (range) => {
    const { start, end } = range ?? { start: 0, end: sizeBytes + SEGMENT.length - 1 };
    const addedEnd = START_BYTES + SEGMENT.length;
    const added = Buffer.concat([JPEG_START, SEGMENT]).subarray(start, Math.min(end + 1, addedEnd));
    if (end < addedEnd) return { size: sizeBytes + SEGMENT.length, stream: Readable.from([added]) };
    const rest = await body({ start: Math.max(start - SEGMENT.length, START_BYTES), end: end - SEGMENT.length });
    if (!rest) return undefined;
    const stream = Readable.from(chunks(added, rest.stream));
    return { size: sizeBytes + SEGMENT.length, stream };
  };
}

const joined = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, START_BYTES), SEGMENT, bytes.subarray(START_BYTES)]);

async function* chunks(added: Buffer, rest: Readable): AsyncGenerator<Uint8Array> {
  if (added.length > 0) yield added;
  yield* rest;
}
