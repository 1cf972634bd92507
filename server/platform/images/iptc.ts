import { decodeText } from "./exif.ts";

export type IptcTexts = { title?: string; caption?: string; keywords: string[]; creator?: string; copyright?: string };

const MAX_DATASETS = 2_000;

/** Reads the IPTC texts from the Photoshop resource block that contains them. */
export function readIptc(block: Buffer): IptcTexts {
  const texts: IptcTexts = { keywords: [] };
  const iim = iptcResource(block);
  let at = 0;
  // 0x1c, record, dataset, length, text; none of our texts is longer than 32767.
  for (let count = 0; count < MAX_DATASETS && at + 5 <= iim.length && iim[at] === 0x1c; count++) {
    const length = iim.readUInt16BE(at + 3);
    if (length > 0x7fff) break;
    const text = () => decodeText(iim.subarray(at + 5, at + 5 + length));
    if (iim[at + 1] === 2) {
      const dataset = iim[at + 2];
      if (dataset === 5) texts.title ??= text();
      else if (dataset === 25) texts.keywords.push(text());
      else if (dataset === 80) texts.creator ??= text();
      else if (dataset === 116) texts.copyright ??= text();
      else if (dataset === 120) texts.caption ??= text();
    }
    at += 5 + length;
  }
  return texts;
}

/** Resource 0x0404 of the block; some writers omit the wrapper. */
function iptcResource(block: Buffer): Buffer {
  if (block[0] === 0x1c) return block;
  let at = block.indexOf("8BIM");
  while (at !== -1 && at + 12 <= block.length && block.toString("latin1", at, at + 4) === "8BIM") {
    const id = block.readUInt16BE(at + 4);
    // The name is a counted string, padded to an even length.
    const nameBytes = (block[at + 6] ?? 0) + 1;
    const start = at + 6 + nameBytes + (nameBytes % 2) + 4;
    if (start > block.length) break;
    const length = block.readUInt32BE(start - 4);
    if (id === 0x0404) return block.subarray(start, start + length);
    at = start + length + (length % 2);
  }
  return Buffer.alloc(0);
}
