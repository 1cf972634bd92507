import { expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { extendedTo, nearest, only, startingWith, toggled } from "./selection-rules.ts";

const id = (number: number) => number as PhotoId;
const ids = [1, 2, 3, 4, 5].map(id);
const chosenIn = ({ chosen }: { chosen: ReadonlySet<PhotoId> }) => [...chosen];

test("the photo named in the URL is selected, if the list has it", () => {
  expect(startingWith("3", ids)).toEqual(only(id(3)));
  expect(chosenIn(startingWith("9", ids))).toEqual([]);
  expect(chosenIn(startingWith(null, ids))).toEqual([]);
});

test("toggling adds a photo, and removes it again", () => {
  const two = toggled(only(id(2)), id(4));
  expect(chosenIn(two)).toEqual([2, 4]);
  expect(chosenIn(toggled(two, id(2)))).toEqual([4]);
});

test("a range goes from the anchor in either direction, and the anchor stays", () => {
  const forward = extendedTo(only(id(2)), id(4), ids);
  expect(chosenIn(forward)).toEqual([2, 3, 4]);
  expect(chosenIn(extendedTo(forward, id(1), ids))).toEqual([1, 2]);
});

test("a range from an anchor that has left the list starts at the photo itself", () => {
  expect(chosenIn(extendedTo(only(id(9)), id(4), ids))).toEqual([4]);
});

test("the keyboard moves on to the photo that took the place of one that left", () => {
  expect(nearest(id(3), ids, 2)).toBe(3);
  expect(nearest(id(9), ids, 2)).toBe(3);
  expect(nearest(id(9), ids, 7)).toBe(5);
  expect(nearest(id(9), [], 2)).toBeNull();
  expect(nearest(null, ids, 2)).toBeNull();
});
