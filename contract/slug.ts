import { SLUG_MAX_CHARS } from "./limits.ts";

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

/**
 * The part of a URL that a text gives: `São Paulo` gives `sao-paulo`, `Київ 2024` gives `київ-2024`. Latin letters
 * lose their accents; letters of other scripts stay as they are, in lowercase letters and in one spelling (NFC). Empty when
 * the text has neither letters nor digits.
 */
export function slugOf(text: string, maxChars = SLUG_MAX_CHARS): string {
  const withoutAccents = text
    .normalize("NFKD")
    // Nobody sees them: joiners, directions, selectors, fillers.
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/([\p{Script=Latin}\p{N}])\p{M}+/gu, "$1")
    .replace(/['’ʼʻ]/g, "");
  const words = small(withoutAccents)
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? "")
    .match(/(?:[\p{L}\p{N}][\p{Mn}\p{Mc}]*)+/gu);
  // The cut may split a character, and a letter can look different at the end of a word.
  return small(
    (words?.join("-") ?? "")
      .slice(0, maxChars)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/-$/, ""),
  );
}

/** By way of capitals, so that texts with the same capitals are the same: both small sigmas have one. */
const small = (text: string) => text.toUpperCase().toLowerCase().normalize("NFC");

/** Whether it is as titles give it, of any length: a numbered one, `paris-2`, may be a little longer. */
export const isSlug = (text: string): boolean => text !== "" && slugOf(text, text.length) === text;
