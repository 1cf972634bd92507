import { expect, test } from "vitest";
import { canKeepGainMap, isTooHeavy, mustBeAlone, originalScale } from "./memory.ts";

const GB = 1024 ** 3;
const jpeg = (width: number, height: number, hasGainMap: boolean) =>
  ({ format: "jpeg", width, height, heldBytesPerPixel: 0, hasGainMap }) as const;

test("a picture of 50 megapixels keeps its gain map and is made alone; one of 100 is shown without", () => {
  const [usual, large, huge] = [jpeg(6000, 4000, true), jpeg(8160, 6120, true), jpeg(12_000, 8400, true)];

  expect([usual, large, huge].map(canKeepGainMap)).toEqual([true, true, false]);
  expect([usual, large, huge].map((header) => mustBeAlone(header, ["medium"], GB))).toEqual([false, true, false]);
  expect(mustBeAlone(jpeg(8160, 6120, false), ["medium"], GB)).toBe(false);
});

test("the bytes of a HEIC file count as much as its pixels", () => {
  const heic = { format: "heic", width: 6000, height: 4000, heldBytesPerPixel: 6 } as const;
  const padded = { ...heic, heldFileBytes: 3 * 90 * 1024 * 1024 };
  expect([isTooHeavy(heic), isTooHeavy(padded)]).toEqual([false, true]);
  const small = { ...heic, width: 600, height: 400, heldFileBytes: 3 * 40 * 1024 * 1024 };
  expect([mustBeAlone({ ...small, heldFileBytes: 0 }, ["medium"], GB), mustBeAlone(small, ["medium"], GB)]).toEqual([
    false,
    true,
  ]);
  expect(originalScale({ ...heic, heldFileBytes: 3 * 40 * 1024 * 1024 }, false)).toBeLessThan(
    originalScale(heic, false),
  );
});
