import { expect, test } from "vitest";
import { canKeepGainMap, mustBeAlone } from "./memory.ts";

const GB = 1024 ** 3;
const jpeg = (width: number, height: number, hasGainMap: boolean) =>
  ({ format: "jpeg", width, height, heldBytesPerPixel: 0, hasGainMap }) as const;

test("a picture of 50 megapixels keeps its gain map and is made alone; one of 100 is shown without", () => {
  const [usual, large, huge] = [jpeg(6000, 4000, true), jpeg(8160, 6120, true), jpeg(12_000, 8400, true)];

  expect([usual, large, huge].map(canKeepGainMap)).toEqual([true, true, false]);
  expect([usual, large, huge].map((header) => mustBeAlone(header, ["medium"], GB))).toEqual([false, true, false]);
  expect(mustBeAlone(jpeg(8160, 6120, false), ["medium"], GB)).toBe(false);
});
