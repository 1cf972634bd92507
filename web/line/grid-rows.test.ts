import { expect, test } from "vitest";
import type { ShownPhoto } from "../../contract/pages.ts";
import type { Panel } from "../../contract/sequences.ts";
import { gridRows, photosOfPart, photosOfRow } from "./grid-rows.ts";
import { panelsOf } from "./panels.ts";

const photo = (id: number, aspect: number) => ({ id, width: 100 * aspect, height: 100 }) as ShownPhoto;
const aspectOf = (photos: ShownPhoto[]) => photos.reduce((sum, { width, height }) => sum + width / height, 0);
const idsOf = (photos: ShownPhoto[]) => photos.map(({ id }) => id);

test("an album of landscapes has rows of as many photos as each other, and none left over", () => {
  for (const count of [2, 3, 4, 5, 6, 7, 12, 13, 60, 1000]) {
    const photos = Array.from({ length: count }, (_, id) => photo(id, 1.5));
    const rows = gridRows(panelsOf(photos, undefined)).flatMap((row) => (row.kind === "row" ? [row] : []));
    expect(rows.flatMap((row) => idsOf(photosOfRow(row)))).toEqual(idsOf(photos));
    const lengths = rows.map((row) => photosOfRow(row).length);
    expect(Math.min(...lengths), `${count} photos`).toBeGreaterThanOrEqual(2);
    expect(Math.max(...lengths), `${count} photos`).toBeLessThanOrEqual(3);
  }
});

test("rows are even also with portraits and panoramas, on a narrow screen too", () => {
  const photos = Array.from({ length: 60 }, (_, id) => photo(id, [1.5, 0.667, 1.78, 0.8, 1][(id * 7) % 5] ?? 1));
  const rows = gridRows(panelsOf(photos, undefined)).flatMap((row) => (row.kind === "row" ? [row] : []));
  for (const row of rows) {
    expect(aspectOf(photosOfRow(row))).toBeGreaterThan(2.4);
    expect(aspectOf(photosOfRow(row))).toBeLessThan(5.4);
    for (const part of row.parts) {
      expect(aspectOf(photosOfPart(part))).toBeGreaterThan(1.1);
      expect(aspectOf(photosOfPart(part))).toBeLessThan(2.6);
    }
  }
});

test("a text and a pause end a row, and photos of a panel stay in one", () => {
  const photos = Array.from({ length: 9 }, (_, id) => photo(id, 1.5));
  const group = (...ids: number[]): Panel => ({ kind: "photos", photo_ids: ids as never, gap: 0 });
  const text: Panel = { kind: "text", heading: "Words", body: "" };
  const pause: Panel = { kind: "pause", width: "half" };
  const line = [group(0), text, group(1), group(2, 3, 4), group(5), pause, group(6, 7), group(8)];
  const rows = gridRows(panelsOf(photos, line)).map((row) =>
    row.kind === "row" ? row.parts.map((part) => part.map(({ photos }) => idsOf(photos))) : row.kind,
  );
  const flat = rows.flat(3);
  expect(flat).toEqual([0, "text", 1, 2, 3, 4, 5, "pause", 6, 7, 8]);
  expect(rows.flat(2)).toContainEqual([2, 3, 4]);
  expect(rows.flat(2)).toContainEqual([6, 7]);
});
