import { expect, test } from "vitest";
import { tileLayout } from "./tile-layout.ts";

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  "%i categories fill every row of at most two, and of columns when upright",
  (count) => {
    const { columns, isFirstWide, isInRows } = tileLayout(count);
    const cells = count + (isFirstWide ? 1 : 0);
    expect(cells % Number(columns)).toBe(0);
    expect(cells / Number(columns)).toBeLessThanOrEqual(2);
    expect(cells % (isInRows ? 1 : 2)).toBe(0);
  },
);

test.each([11, 12, 24, 60])("%i categories are in columns of one width", (count) => {
  expect(tileLayout(count)).toEqual({ columns: "many", isFirstWide: false, isInRows: false });
});
