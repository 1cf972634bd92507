import { TAG_MAX_CHARS, TAGS_MAX, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { PictureFacts } from "../../platform/images/images.ts";
import { titleOfFile } from "../photos/photos.text.ts";

const FILE_NAME_MAX_CHARS = 200;
/** Control characters, and those that reverse or hide the text around them: `gpj.exe` must not read as `exe.jpg`. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** The same, but a caption may have line breaks. */
const INVISIBLE_EXCEPT_LINES = new RegExp(`(?![\\n\\t])${INVISIBLE.source}`, "gu");

/** For display and downloads. Files are never stored under this name. */
export function safeFileName(given: string | undefined): string {
  const name = oneLine(given?.split(/[/\\]/).at(-1) ?? "");
  const { stem, extension } = splitName(name);
  const shortened = stem.slice(0, FILE_NAME_MAX_CHARS - extension.length).toWellFormed();
  return `${shortened.trim() || "photo"}${extension}`;
}

/** In an export or a ZIP these would not be files. */
export const isFolderName = (filename: string) => filename === "." || filename === "..";

function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=.)\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** The texts that are known, else those in the file; without a title, the file name. */
export function textsOf(
  facts: PictureFacts,
  filename: string,
  known: { title?: string; caption?: string; alt?: string; tags?: string[] },
) {
  const { title, caption, alt, tags } = cleanTexts(facts);
  return {
    title: known.title ?? (title || titleOfFile(filename).toWellFormed()),
    caption: known.caption ?? caption,
    alt: known.alt ?? alt,
    tags: JSON.stringify(known.tags ?? tags),
  };
}

export function rightsOf({ creator, copyright }: Pick<PictureFacts, "creator" | "copyright">) {
  return { creator: oneLine(creator ?? "") || null, copyright: oneLine(copyright ?? "") || null };
}

type FileTexts = {
  title?: string | null | undefined;
  caption?: string | null | undefined;
  alt?: string | null | undefined;
  keywords: readonly string[];
};

/** Texts from a file or its sidecar, cut to our limits and without invisible characters. */
export function cleanTexts({ title, caption, alt, keywords }: FileTexts): {
  title: string;
  caption: string;
  alt: string;
  tags: string[];
} {
  const tags = keywords.map((keyword) => shorten(oneLine(keyword), TAG_MAX_CHARS));
  return {
    title: shorten(oneLine(title ?? ""), TITLE_MAX_CHARS),
    caption: shorten(lines(caption ?? ""), TEXT_MAX_CHARS),
    alt: shorten(lines(alt ?? ""), TEXT_MAX_CHARS),
    tags: [...new Set(tags.filter((tag) => tag !== ""))].slice(0, TAGS_MAX),
  };
}

const lines = (text: string) => text.toWellFormed().replace(/\r\n?/g, "\n").replace(INVISIBLE_EXCEPT_LINES, "").trim();

const oneLine = (text: string) => text.toWellFormed().normalize("NFC").replace(INVISIBLE, "").trim();

/** The cut may split a character, and half a character cannot be stored. */
const shorten = (text: string, maxChars: number) => text.slice(0, maxChars).toWellFormed().trim();

/** The browser's `File.lastModified`, in milliseconds. Null when it is not a time. */
export function readModifiedOn(given: string | undefined): string | null {
  const time = new Date(Number(given?.trim() || Number.NaN));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
