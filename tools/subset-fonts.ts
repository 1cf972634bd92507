/**
 * Cuts the fonts of the public pages down to the letters that nearly every page needs: node tools/subset-fonts.ts.
 * The files are kept in the repository. A browser fetches the whole Latin font only for a page with other letters.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { BASIC_RANGE, FONTS } from "../server/pages/typefaces.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "web/gallery/fonts");
/** What browsers apply to text unasked, and figures of equal width for counters. */
const FEATURES = ["kern", "mark", "mkmk", "liga", "clig", "calt", "ccmp", "locl", "rlig", "tnum"];
/** Copyright, licence and its URL, as far as a font names them: the licence asks for them in every copy. */
const LICENCE_NAMES = [0, 13, 14];

if (import.meta.main) {
  await mkdir(FOLDER, { recursive: true });
  for (const font of FONTS) await writeFile(basicFile(font), await makeBasic(font));
}

export function basicFile(font: string): string {
  return join(FOLDER, `${font}-basic-400.woff2`);
}

export async function makeBasic(font: string): Promise<Buffer> {
  const latin = await readFile(join(ROOT, `node_modules/@fontsource/${font}/files/${font}-latin-400-normal.woff2`));
  return subsetFont(latin, lettersOf(BASIC_RANGE), {
    targetFormat: "woff2",
    // A third of these two. Titles are large enough without; the widths of lowercase letters depend on it, and the fallback fonts
    // match those.
    noHinting: font.endsWith("-serif"),
    keepFeatures: FEATURES,
    preserveNameIds: LICENCE_NAMES,
  });
}

function lettersOf(range: string): string {
  let letters = "";
  for (const part of range.split(", ")) {
    const [first = 0, last = first] = part
      .slice("U+".length)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    for (let code = first; code <= last; code++) letters += String.fromCodePoint(code);
  }
  return letters;
}
