import { TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { Exif } from "../../../contract/photos.ts";
import { isCameraName } from "./camera-names.ts";

/** For searching and sorting: lower case, without accents. */
export const foldText = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

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
    search_text: foldText(texts.join("\n")),
    camera,
    lens,
    // Untitled photos are sorted by the name that the admin shows instead.
    title_key: foldText(photo.title || photo.filename),
  };
}
