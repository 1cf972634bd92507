import type { Exif } from "../../../contract/exif.ts";
import { TAG_MAX_CHARS, TAGS_MAX, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { type ExifTags, readExif } from "./exif.ts";
import type { PictureFacts } from "./images.ts";
import { readIptc } from "./iptc.ts";
import { readXmp, type XmpTexts } from "./xmp.ts";

const CAMERA_MAX_CHARS = 100;
const DOCUMENT_ID_MAX_CHARS = 200;

export type MetadataBlocks = { exif?: Buffer; iptc?: Buffer; xmp?: Buffer };
export type MetadataFacts = Pick<
  PictureFacts,
  | "captured_on"
  | "captured_zone"
  | "exif"
  | "title"
  | "caption"
  | "alt"
  | "keywords"
  | "creator"
  | "copyright"
  | "document_id"
>;

const NOTHING = Buffer.alloc(0);

/**
 * Reads the file's own metadata. Any program may have written it, so nothing here throws: what cannot be read is absent.
 * XMP takes precedence, because IPTC truncates texts and does not declare their encoding reliably.
 */
export function readFacts(blocks: MetadataBlocks): MetadataFacts {
  const tags = readExif(blocks.exif ?? NOTHING);
  const iptc = readIptc(blocks.iptc ?? NOTHING);
  const xmp = readXmp(blocks.xmp ?? NOTHING);
  return {
    ...captureTime(tags, xmp.capturedOn),
    exif: presentExif(tags),
    title: oneLine(xmp.title, TITLE_MAX_CHARS) ?? oneLine(iptc.title, TITLE_MAX_CHARS),
    caption:
      clean(xmp.caption, TEXT_MAX_CHARS) ??
      clean(iptc.caption, TEXT_MAX_CHARS) ??
      clean(writtenByPerson(tags.description), TEXT_MAX_CHARS) ??
      clean(writtenByPerson(tags.comment), TEXT_MAX_CHARS),
    // IPTC has this property only as XMP.
    alt: clean(xmp.alt, TEXT_MAX_CHARS),
    keywords: readKeywords([xmp.keywords, iptc.keywords, xmp.keywordPaths]),
    creator: oneLine(xmp.creator, TITLE_MAX_CHARS) ?? oneLine(iptc.creator, TITLE_MAX_CHARS),
    copyright:
      oneLine(xmp.copyright, TITLE_MAX_CHARS) ??
      oneLine(iptc.copyright, TITLE_MAX_CHARS) ??
      oneLine(tags.copyright, TITLE_MAX_CHARS),
    document_id: readDocumentId(xmp),
  };
}

export const readDocumentId = ({ documentId }: Pick<XmpTexts, "documentId">) =>
  oneLine(documentId, DOCUMENT_ID_MAX_CHARS);

/** The first list with entries: programs that write paths write the same keywords flat as well. A path gives its levels. */
function readKeywords(lists: readonly string[][]): string[] {
  const keywords = lists.find((list) => list.length > 0) ?? [];
  const levels = keywords.flatMap((keyword) => keyword.split("|"));
  return [...new Set(levels.flatMap((level) => oneLine(level, TAG_MAX_CHARS) ?? []))].slice(0, TAGS_MAX);
}

/** Many cameras put their own name or path where a description belongs. */
function writtenByPerson(description: string | undefined): string | undefined {
  const isCamera =
    /^\s*(.*digital camera|sony dsc|samsung( camera pictures)?|dcim[\\/].*|exif[_ ]jpeg[_ ]picture|default)\s*$/i;
  return description !== undefined && isCamera.test(description) ? undefined : description;
}

function presentExif(tags: ExifTags): Exif {
  const exif: Exif = {};
  const camera = cameraName(oneLine(tags.make, CAMERA_MAX_CHARS), oneLine(tags.model, CAMERA_MAX_CHARS));
  const lens = oneLine(tags.lens, CAMERA_MAX_CHARS);
  if (camera) exif.camera = camera;
  if (lens) exif.lens = lens;
  if (isWithin(tags.aperture, 0.1, 1_000)) exif.aperture = `f/${rounded(tags.aperture)}`;
  if (isWithin(tags.exposureSeconds, 1e-6, 1e6)) exif.shutter = shutter(tags.exposureSeconds);
  if (isWithin(tags.iso, 1, 10_000_000)) exif.iso = tags.iso;
  if (isWithin(tags.focalLengthMm, 0.1, 100_000)) exif.focal_length = `${rounded(tags.focalLengthMm)} mm`;
  return exif;
}

/** Most makers repeat their name in the model, some spelled differently: "NIKON CORPORATION", "NIKON D850". */
function cameraName(make: string | null, model: string | null): string | null {
  if (!make || !model) return model ?? make;
  const brand = make.split(" ")[0] ?? make;
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

function shutter(seconds: number): string {
  // From about a third of a second, photographers write seconds.
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${rounded(seconds)} s`;
}

const rounded = (value: number) => String(Number(value.toFixed(1)));

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most;
}

/** The zone is kept apart: few cameras record one, and times with and without would not sort together. */
function captureTime(tags: ExifTags, xmpTime: string | undefined): Pick<PictureFacts, "captured_on" | "captured_zone"> {
  const ofCamera = localTime(tags.capturedOn);
  const ofXmp = localTime(xmpTime);
  const zoneOfXmp =
    ofCamera === null || ofCamera === ofXmp ? zoneOf(/(?<=T.*)(Z|[+-]\d\d:\d\d)$/.exec(xmpTime ?? "")?.[0]) : null;
  return {
    captured_on: ofCamera ?? ofXmp,
    captured_zone: ofCamera === null ? zoneOfXmp : (zoneOf(tags.capturedZone) ?? zoneOfXmp),
  };
}

/** Zones range from -12:00 to +14:00. */
function zoneOf(text: string | undefined): string | null {
  if (text === "Z") return "+00:00";
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(text?.trim() ?? "") ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && total <= (sign === "+" ? 14 : 12) * 60 ? `${sign}${hours}:${minutes}` : null;
}

/** The camera's clock as ISO 8601. */
function localTime(text: string | undefined): string | null {
  const match = /^(\d{4})[:-](\d\d)[:-](\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text ?? "");
  if (!match) return null;
  const [year, month, day, hour = "00", minute = "00", second = "00"] = match.slice(1);
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${time}Z`);
  // Reject impossible days: parsing turns 31 February into March.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(time);
  return exists && Number(year) >= 1826 ? time : null;
}

function oneLine(text: string | undefined, maxChars: number): string | null {
  return clean(text?.replace(/[\r\n\t\u2028\u2029]+/g, " "), maxChars);
}

/** Safe to store and show: no control characters except line breaks, no lone surrogates. */
function clean(text: string | undefined, maxChars: number): string | null {
  if (text === undefined) return null;
  const shown = text
    .slice(0, maxChars * 4)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffd]/g, "")
    .trim();
  // Truncating may split a character; drop the half.
  const cut = shown
    .slice(0, maxChars)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
  return cut === "" ? null : cut;
}
