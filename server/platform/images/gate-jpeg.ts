import { PICTURE_MAX_SCANS } from "../../../contract/limits.ts";
import { type ByteReader, corrupt } from "./gate-reader.ts";

const [SOI, EOI, SOS, TEM, APP1, APP2] = [0xd8, 0xd9, 0xda, 0x01, 0xe1, 0xe2];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
// C4, C8 and CC are in the range of frame headers, but are tables.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker);

/**
 * Walks every marker up to the end of the picture, as libjpeg does, to count the scans: each makes the decoder process
 * the whole picture again. Ignores what follows the end (previews, gain maps, other files).
 */
export async function jpegHeader(reader: ByteReader) {
  const found = { width: 0, height: 0, frames: 1, scans: 0, heldBytesPerPixel: 0, hasGainMap: false };
  let [components, wholeBytesPerPixel] = [0, 0];
  reader.skip(2);
  for (let marker = await nextMarker(reader); marker !== EOI; marker = await nextMarker(reader)) {
    if (marker === SOI) throw corrupt("The picture is damaged: it begins twice.");
    if (isRestart(marker) || marker === TEM) continue;
    if (!reader.has(2)) await reader.fill(2);
    const length = reader.peek(2).readUInt16BE();
    if (length < 2) throw corrupt("The picture is damaged: one of its segments has no length.");
    if ((marker === APP1 || marker === APP2) && !found.hasGainMap) {
      if (!reader.has(length)) await reader.fill(length);
      found.hasGainMap = announcesGainMap(reader.peek(length));
    }
    if (isFrame(marker)) {
      if (found.width > 0) throw corrupt("The picture is damaged: it has two sizes.");
      if (length < 8) throw corrupt("The picture is damaged: its size cannot be read.");
      if (!reader.has(length)) await reader.fill(length);
      const frame = reader.peek(length);
      found.height = frame.readUInt16BE(3);
      found.width = frame.readUInt16BE(5);
      [components, wholeBytesPerPixel] = [frame.readUInt8(7), coefficientBytesPerPixel(frame)];
      if (isProgressive(marker)) found.heldBytesPerPixel = wholeBytesPerPixel;
    }
    if (marker === SOS) {
      found.scans += 1;
      if (!reader.has(3)) await reader.fill(3);
      // Its other components come in later scans, so the decoder holds them all, as with a progressive picture.
      if (reader.peek(3).readUInt8(2) < components) found.heldBytesPerPixel = wholeBytesPerPixel;
      // Enough to refuse it; skip the rest.
      if (found.scans > PICTURE_MAX_SCANS) break;
    }
    reader.skip(length);
  }
  if (found.scans === 0) throw corrupt("The picture is damaged: it has no pixels.");
  return found;
}

/** By ISO 21496-1, or by the XMP of Ultra HDR. */
const announcesGainMap = (segment: Buffer) =>
  segment.includes("urn:iso:std:iso:ts:21496:-1") || segment.includes("hdrgm:Version");

async function nextMarker(reader: ByteReader): Promise<number> {
  for (;;) {
    if (!reader.has(2)) await reader.fill(2);
    reader.skipTo(0xff);
    if (!reader.has(2)) continue;
    const marker = reader.peekByte(1);
    // FF 00 is a stuffed byte of the pixels; FF FF is fill before a marker.
    reader.skip(marker === 0xff ? 1 : 2);
    if (marker !== 0x00 && marker !== 0xff) return marker;
  }
}

/** The decoder holds a whole picture of several scans until the last, two bytes per sample and component. */
function coefficientBytesPerPixel(frame: Buffer): number {
  const components = frame.readUInt8(7);
  const samplings: number[] = [];
  for (let at = 9; at < 8 + components * 3 && at < frame.length; at += 3) {
    const sampling = frame.readUInt8(at);
    samplings.push((sampling >> 4) * (sampling & 15));
  }
  const densest = Math.max(1, ...samplings);
  return 2 * samplings.reduce((sum, sampling) => sum + sampling / densest, 0);
}
