import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BASIC_RANGE, basicFile, FONTS, makeBasic } from "./subset-fonts.ts";

test.each(FONTS)("the kept file of %s is the one that its package gives", async (font) => {
  expect((await readFile(basicFile(font))).equals(await makeBasic(font))).toBe(true);
});

test("the style sheets use each cut font for exactly the letters it has", async () => {
  const styles = await Promise.all(
    ["gallery.css", "typefaces.css"].map((name) => readFile(join(import.meta.dirname, "../web/gallery", name), "utf8")),
  );
  const faces = styles.join("\n").match(/@font-face \{[^}]*-basic-400[^}]*\}/g) ?? [];
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
