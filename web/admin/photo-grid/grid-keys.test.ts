import { expect, test } from "vitest";
import { indexAfter } from "./grid-keys.ts";

/** Ten photos in rows of four, two rows on screen. */
const after = (key: string, at: number) => indexAfter(key, { at, count: 10, columns: 4, rowsPerPage: 2 });

test("arrows move by one photo or one row", () => {
  expect(after("ArrowRight", 2)).toBe(3);
  expect(after("ArrowLeft", 2)).toBe(1);
  expect(after("ArrowDown", 1)).toBe(5);
  expect(after("ArrowUp", 6)).toBe(2);
});

test("the edges hold", () => {
  expect(after("ArrowLeft", 0)).toBe(0);
  expect(after("ArrowRight", 9)).toBe(9);
  expect(after("ArrowUp", 2)).toBe(2);
});

test("down from the last full row goes to the last photo", () => {
  expect(after("ArrowDown", 7)).toBe(9);
});

test("Home, End and the page keys", () => {
  expect(after("Home", 5)).toBe(0);
  expect(after("End", 5)).toBe(9);
  expect(after("PageDown", 0)).toBe(8);
  expect(after("PageUp", 9)).toBe(1);
});

test("the first arrow enters the grid, and other keys do not move", () => {
  expect(after("ArrowRight", -1)).toBe(0);
  expect(after("Enter", 3)).toBeUndefined();
});
