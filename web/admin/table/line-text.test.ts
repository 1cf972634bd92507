import { expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import { lineOf, movedPhotos, panelsIn, panelsOf, textOf } from "./line-text.ts";

const photos = (...ids: number[]): Panel => ({ kind: "photos", photo_ids: ids as PhotoId[], gap: 10 });
const pause: Panel = { kind: "pause", width: "half" };
const text: Panel = { kind: "text", heading: "Dawn", body: "" };
const line = (...panels: Panel[]) => lineOf(panels);

test("a line is written without keys and without empty texts, and read again", () => {
  const panels = [photos(1, 2), pause, text, pause];
  const onTable = lineOf(panels);
  expect(new Set(onTable.slice(1).map((piece) => "key" in piece && piece.key)).size).toBe(3);
  expect(panelsOf([...onTable, { kind: "text", heading: " ", body: "", key: "new" }])).toEqual(panels);
  expect(panelsIn(textOf(onTable))).toEqual(panels);
  expect(panelsIn('{"of":"another version"}')).toEqual([]);
});

test("pieces that stay are the same ones", () => {
  const before = line(photos(1), pause, photos(2), pause);
  const after = lineOf([pause, photos(2), photos(1, 3), pause], before);
  expect(after[0]).toBe(before[1]);
  expect(after[1]).toBe(before[2]);
  expect(after[3]).toBe(before[3]);
});

test("of a line that was changed, the fewest photos count as moved", () => {
  const before = line(photos(1), photos(2), photos(3), photos(4));
  const moved = (...panels: Panel[]) => [...movedPhotos(before, lineOf(panels))];
  expect(moved(photos(4), photos(1), photos(2), photos(3))).toEqual([4]);
  expect(moved(photos(2), photos(3), pause, photos(4), photos(1))).toEqual([1]);
  expect(moved(photos(1), photos(2, 3), photos(4))).toEqual([2, 3]);
  expect(moved(photos(1), text, photos(2), photos(3), photos(4))).toEqual([]);
});
