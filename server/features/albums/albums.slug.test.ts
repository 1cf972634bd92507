import { expect, test } from "vitest";
import { slugOf } from "../../../contract/slug.ts";

test.each([
  ["São Paulo", "sao-paulo"],
  ["Straße & Smørrebrød – Øst", "strasse-smorrebrod-ost"],
  ["Rock'n’Roll, Hawaiʻi", "rocknroll-hawaii"],
  ["日本", "日本"],
  ["東京・大阪 2024", "東京-大阪-2024"],
  ["ガラス".normalize("NFD"), "ガラス"],
  ["ＡＢＣ　カメラ", "abc-カメラ"],
  ["서울".normalize("NFD"), "서울"],
  ["Київ, їжак і Йосип", "київ-їжак-і-йосип"],
  ["Київ".normalize("NFD"), "київ"],
  ["ΟΔΟΣ ΣΩΚΡΑΤΟΥΣ", "οδος-σωκρατους"],
  ["Ελλάδα", "ελλάδα"],
  ["العربية", "العربية"],
  ["हिन्दी", "हिन्दी"],
  ["שלום!", "שלום"],
  // What no one sees is no part of a URL: directions, joiners, selectors, fillers.
  ["a\u202eb\u200f\u2066c\u00adde\u3164", "abcde"],
  ["I ❤️ 日本 🇯🇵 1️⃣", "i-日本-1"],
  ["★ ❤️ …", ""],
])("the title %j gives the URL %j", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test("a long title is cut between characters", () => {
  expect(slugOf("写".repeat(200))).toBe("写".repeat(80));
  // Two units each, after one: the last one does not fit.
  expect(slugOf(`a${"𠮷".repeat(60)}`)).toBe(`a${"𠮷".repeat(39)}`);
  expect(slugOf("Σ".repeat(200))).toBe(`${"σ".repeat(79)}ς`);
});

/** Category keys are written in upper case on photos, and exports are checked when they are imported. */
test("every URL is its own, also after upper case, for every letter there is", () => {
  const owner = new Map<string, string>();
  for (let point = 1; point <= 0x2ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const slug = slugOf(`x${String.fromCodePoint(point)}y${String.fromCodePoint(point)}`);
    if (slugOf(slug) !== slug) expect([point, slugOf(slug)]).toEqual([point, slug]);
    const upper = slug.toUpperCase();
    if (slugOf(upper) !== slug) expect([point, slugOf(upper)]).toEqual([point, slug]);
    if ((owner.get(upper) ?? slug) !== slug) expect([point, owner.get(upper)]).toEqual([point, slug]);
    owner.set(upper, slug);
    if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(slug) || /\p{DI}/u.test(slug)) expect([point, slug]).toBe("readable");
  }
});
