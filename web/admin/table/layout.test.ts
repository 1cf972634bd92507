import { describe, expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { spotAt } from "./drop-spot.ts";
import { layPrints, layStrip, pieceInRow, SCREEN, STRIP_GAPS } from "./layout.ts";
import type { Line } from "./line.ts";

const photos = (...ids: number[]) => ({ kind: "photos", photo_ids: ids as PhotoId[], gap: 10 }) as const;
const pause = { kind: "pause", width: "half", key: "p" } as const;
const text = { kind: "text", heading: "Dawn", body: "", key: "t" } as const;
/** The fourth is a panorama, the others are landscapes. */
const aspectOf = (id: PhotoId) => (id === 4 ? 4 : 1.5);

const LINE: Line = [photos(1), photos(2, 3), pause, text, photos(4), photos(5)];

test("prints are in rows, uncropped and never beyond the edge", () => {
  const layout = layPrints(LINE, aspectOf, { width: 460, height: 100 });
  expect(layout.rows.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 3],
    [3, 4],
    [4, 5],
    [5, 6],
  ]);
  for (const { x, width } of layout.placed) expect(x + width).toBeLessThanOrEqual(440);
  for (const { photos } of layout.placed) {
    for (const box of photos) expect(box.width / box.height).toBeCloseTo(aspectOf(box.id));
  }
});

test("the line has the strip's proportions: pairs share a height, a pause is half a screen", () => {
  const { placed, rows } = layStrip(LINE, aspectOf, { height: SCREEN.strip / 2, gap: STRIP_GAPS.none });
  expect(rows).toHaveLength(1);
  expect(new Set(placed[1]?.photos.map(({ height }) => height)).size).toBe(1);
  expect((placed[3]?.x ?? 0) - (placed[1]?.x ?? 0) - (placed[1]?.width ?? 0)).toBeCloseTo(SCREEN.width / 4);
  expect(placed[3]?.width).toBe(SCREEN.text / 2);
  expect(placed[4]?.photos[0]).toMatchObject({ height: SCREEN.strip / 2, width: (SCREEN.strip / 2) * 4 });
});

test("a look with margins has more paper between the photographs, also in pairs", () => {
  const { placed } = layStrip(LINE, aspectOf, { height: SCREEN.strip, gap: STRIP_GAPS.wide });
  const [one, pair] = placed;
  expect((pair?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBeCloseTo(STRIP_GAPS.wide);
  const [left, right] = pair?.photos ?? [];
  expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeCloseTo(STRIP_GAPS.wide);
});

test("arrows up and down go to the nearest piece of the next row", () => {
  const layout = layPrints(
    [1, 2, 3, 5, 6].map((id) => photos(id)),
    aspectOf,
    { width: 400, height: 100 },
  );
  expect(layout.rows.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [2, 4],
    [4, 5],
  ]);
  expect(pieceInRow(layout, 1, 1)).toBe(3);
  expect(pieceInRow(layout, 3, 1)).toBe(4);
  expect(pieceInRow(layout, 4, 1)).toBe(4);
  expect(pieceInRow(layout, 2, -1)).toBe(0);
});

describe("a print that is dropped", () => {
  // Each is 150 px wide, from 20 and from 190.
  const line: Line = [photos(1), photos(2), photos(3, 5, 6)];
  const layout = layPrints(line, aspectOf, { width: 2000, height: 100 });
  const spot = (x: number, mark: PhotoId | string = 2 as PhotoId, y = 60) => spotAt(layout, line, mark, { x, y })?.spot;

  test("onto the edge of another joins it, on that side", () => {
    expect(spot(60)).toEqual({ beside: 1, side: "left" });
    expect(spot(130)).toEqual({ beside: 1, side: "right" });
  });

  test("between two goes there", () => {
    expect(spot(10)).toEqual({ before: 0 });
    expect(spot(180)).toEqual({ before: 1 });
    expect(spot(160)).toEqual({ before: 1 });
    expect(spot(1900)).toEqual({ before: 3 });
    expect(spot(180, 2 as PhotoId, 900)).toEqual({ before: 1 });
  });

  test("onto a triptych goes before or behind it, and so does a pause onto any print", () => {
    expect(spot(400)).toEqual({ before: 2 });
    expect(spot(800)).toEqual({ before: 3 });
    expect(spot(60, "p")).toEqual({ before: 0 });
    expect(spot(130, "p")).toEqual({ before: 1 });
  });

  test("within its own pair or triptych changes sides", () => {
    expect(spot(400, 6 as PhotoId)).toEqual({ beside: 3, side: "left" });
  });
});
