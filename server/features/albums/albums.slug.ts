import { SLUG_MAX_CHARS } from "../../../contract/limits.ts";
import { foldText } from "../photos/photos.text.ts";

/** API addresses that an album of the same name would hide. */
const RESERVED = new Set(["reorder"]);

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** `São Paulo` becomes `sao-paulo`; a title without a usable letter becomes the fallback. */
export function slugBase(title: string, fallback = "album"): string {
  const slug = foldText(title)
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, SLUG_MAX_CHARS)
    .replace(/-+$/, "");
  return slug || fallback;
}

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/** The base itself if it is free, else the first free one of `base-2`, `base-3`, … */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  const isFree = (slug: string) => !taken.has(slug) && !isReservedSlug(slug);
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
