import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BASIC_RANGE, FACES, FONTS } from "../server/pages/typefaces.ts";
import { basicFile, makeBasic } from "./subset-fonts.ts";

test.each(FONTS)("the kept file of %s is the one that its package gives", async (font) => {
  expect((await readFile(basicFile(font))).equals(await makeBasic(font))).toBe(true);
});

test("the style sheet uses each cut font for exactly the letters it has", () => {
  const faces = FACES.match(/@font-face \{[^}]*-basic-400[^}]*\}/g) ?? [];
  expect(faces).toHaveLength(FONTS.length);
  for (const face of faces) {
    expect(
      face
        .match(/unicode-range:([^;]*);/)?.[1]
        ?.trim()
        .replace(/\s+/g, " "),
    ).toBe(BASIC_RANGE);
  }
});
