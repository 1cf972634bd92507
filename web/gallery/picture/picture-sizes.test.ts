import { expect, test } from "vitest";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { albumCoverSizes, scrollSizes, showcaseSizes, stripSizes, tileSizes } from "./picture-sizes.ts";

const landscape = photoOf(6000, 4000);
const HOME = { categories: [1, 2, 3], selected: [] };

/** Of phones by their makers: the window, and the pixels of the screen for each of the page. */
const PHONES = [
  { width: 375, height: 667, density: 2 },
  { width: 393, height: 852, density: 3 },
  { width: 412, height: 915, density: 2.625 },
  { width: 440, height: 956, density: 3 },
];

test.each(PHONES)("a phone of $width px requests no picture of 2400 px for a cover or a column", (phone) => {
  for (const sizes of [
    tileSizes(HOME, 0)(landscape),
    albumCoverSizes(7, 0)(landscape),
    showcaseSizes("slideshow")(landscape),
    stripSizes(landscape, [landscape]),
    scrollSizes(landscape, [landscape]),
  ]) {
    const requested = widthOn(phone, sizes) * phone.density;
    expect(requested, sizes).toBeLessThanOrEqual(1200);
    // At two and more for each pixel of the page, nobody sees this much less.
    expect(requested / (phone.width * phone.density), sizes).toBeGreaterThan(0.7);
  }
});

test("a phone requests the small picture for the cover that is in view first", () => {
  const phone = { width: 412, height: 823 };
  for (const sizes of [tileSizes(HOME, 0), showcaseSizes("photo"), showcaseSizes("slideshow")])
    expect(widthOn(phone, sizes(landscape)) * 1.75).toBeLessThanOrEqual(800);
});

function photoOf(width: number, height: number): ShownPhoto {
  // Nothing else of it is read.
  return { width, height } as ShownPhoto;
}

/** What a browser makes of a `sizes` attribute in an upright window. */
function widthOn(window: { width: number; height: number }, sizes: string): number {
  for (const candidate of splitList(sizes)) {
    const [, condition = "", length = ""] = /^(?:\((.*?)\) )?(.*)$/.exec(candidate) ?? [];
    if (condition.startsWith("max-width") && window.width > Number.parseInt(condition.slice(10), 10)) continue;
    if (condition === "orientation: landscape") continue;
    return lengthOn(window, length);
  }
  throw new Error(`Nothing fits in ${sizes}`);
}

/** At the commas outside of parentheses. */
function splitList(list: string): string[] {
  let depth = 0;
  return [...list]
    .map((letter) => {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      return letter === "," && depth === 0 ? "\n" : letter;
    })
    .join("")
    .split("\n")
    .map((part) => part.trim());
}

function lengthOn({ width, height }: { width: number; height: number }, length: string): number {
  const script = length
    .replace(/\b(min|max)\(/g, "Math.$1(")
    .replace(/\bcalc\(/g, "(")
    .replace(/([\d.]+)(vw|vh|px)/g, (_, number: string, unit: string) => {
      const share = { vw: width / 100, vh: height / 100, px: 1 }[unit] ?? Number.NaN;
      return String(Number(number) * share);
    });
  return Number(new Function(`return ${script}`)());
}
