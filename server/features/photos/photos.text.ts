import type { Exif } from "../../../contract/exif.ts";
import { TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { isCameraName } from "./camera-names.ts";

/** For searching and sorting: lower case, without accents. */
export const foldText = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a text, with spaces between them. */
export const spaceWords = (text: string) => text.replace(/[\n\r\t.,;:!?()[\]{}/\-_'"’‘“”–—«»·、。「」]/g, " ");

/** `old-town_at_night.jpg` gives `old town at night`. A name that a camera gave is no title, so it gives an empty one. */
export function titleOfFile(filename: string): string {
  const stem = filename.replace(/\.[^.]*$/, "");
  if (isCameraName(stem)) return "";
  return stem.replace(/[_-]+/g, " ").trim().slice(0, TITLE_MAX_CHARS);
}

type DerivedFrom = {
  title: string;
  caption: string;
  alt?: string | undefined;
  filename: string;
  tags: string;
  exif: string;
};

/** Columns derived from others. Set them whenever one of those changes. */
export function derivedText(photo: DerivedFrom) {
  // Always written as a JSON list of strings.
  const tags = JSON.parse(photo.tags) as string[];
  // Always written with the contract's fields.
  const { camera = "", lens = "" } = JSON.parse(photo.exif) as Exif;
  const texts = [photo.title, photo.caption, photo.alt ?? "", photo.filename, ...tags, camera, lens];
  return {
    // A whole word has a space on either side.
    search_text: ` ${spaceWords(foldText(texts.join("\n")))} `,
    camera,
    lens,
    // Untitled photos are sorted by the name that the admin shows instead.
    title_key: foldText(photo.title || photo.filename),
  };
}
