export type XmpTexts = {
  title?: string;
  caption?: string;
  alt?: string;
  keywords: string[];
  /** As paths from the general to the particular: "Places|Europe|Lisbon". */
  keywordPaths: string[];
  creator?: string;
  copyright?: string;
  /** ISO 8601, perhaps with a zone. */
  capturedOn?: string;
  /** By which programs know the photo again, whatever was exported from it. */
  documentId?: string;
};

const MAX_XMP_BYTES = 512 * 1024;
const MAX_LIST = 500;

/**
 * Finds the few texts that we show in an XMP packet. Plain search instead of an XML parser: it expands no entities, takes
 * linear time, and still works on a packet that is not well formed.
 */
export function readXmp(packet: Buffer): XmpTexts {
  const xml = packet.subarray(0, MAX_XMP_BYTES).toString("utf8");
  const first = (name: string) => listed(xml, name)[0];
  return {
    title: first("dc:title"),
    caption: first("dc:description"),
    alt: first("Iptc4xmpCore:AltTextAccessibility"),
    keywords: listed(xml, "dc:subject"),
    keywordPaths: listed(xml, "lr:hierarchicalSubject"),
    creator: listed(xml, "dc:creator").join(", ") || undefined,
    copyright: first("dc:rights"),
    capturedOn: single(xml, "exif:DateTimeOriginal") ?? single(xml, "photoshop:DateCreated"),
    documentId: single(xml, "xmpMM:OriginalDocumentID") || single(xml, "xmpMM:DocumentID"),
  };
}

/** The packet in the bytes of a file, where it is stored as plain text. */
export function findXmp(bytes: Buffer): Buffer | undefined {
  const start = bytes.indexOf("<x:xmpmeta");
  const end = start === -1 ? -1 : bytes.indexOf("</x:xmpmeta>", start);
  return end === -1 ? undefined : bytes.subarray(start, end);
}

/** The entries of a property with a list, or a text in several languages; the default language comes first. */
function listed(xml: string, name: string): string[] {
  const property = between(xml, `<${name}`, `</${name}>`);
  if (property === undefined) return [];
  const entries: string[] = [];
  let at = property.indexOf("<rdf:li");
  while (at !== -1 && entries.length < MAX_LIST) {
    const start = property.indexOf(">", at) + 1;
    const end = property.indexOf("</rdf:li>", start);
    if (start === 0 || end === -1) break;
    entries.push(unescapeXml(property.slice(start, end)));
    at = property.indexOf("<rdf:li", end);
  }
  return entries;
}

/** A property with one value, written either as an attribute or as an element. */
function single(xml: string, name: string): string | undefined {
  const attribute = between(xml, `${name}="`, '"');
  const value = attribute ?? between(xml, `<${name}>`, `</${name}>`);
  return value && unescapeXml(value);
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening);
  if (start === -1) return undefined;
  const end = text.indexOf(closing, start + opening.length);
  return end === -1 ? undefined : text.slice(start + opening.length, end);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
