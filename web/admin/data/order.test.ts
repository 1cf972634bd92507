import { expect, test } from "vitest";
import { insertBehind, isSameOrder, orderedLike, withOrder, withoutMove } from "./order.ts";

test("orders are the same only with the same ids in the same positions", () => {
  expect(isSameOrder([1, 2, 3], [1, 2, 3])).toBe(true);
  expect(isSameOrder([1, 2, 3], [1, 3, 2])).toBe(false);
  expect(isSameOrder([1, 2], [1, 2, 3])).toBe(false);
});

test("reordered entries stay in the positions they had among the others", () => {
  const entries = [..."aXbYc"].map((id) => ({ id }));
  const ids = withOrder(entries, ["c", "a", "b"]).map(({ id }) => id);
  expect(ids.join("")).toBe("cXaYb");
});

test("an id that has left the list is ignored", () => {
  expect(withOrder([{ id: 1 }, { id: 2 }], [2, 3, 1])).toEqual([{ id: 2 }, { id: 1 }]);
});

test.each([
  ["alone, an undo restores the order", "caedb", "abcde", "caedb", "abcde"],
  ["what another window moved stays there", "eabdc", "abcde", "eabcd", "abdec"],
  ["a photo goes back behind what it followed, wherever that is now", "cdbae", "abcde", "bacde", "cdabe"],
  ["the first goes back to the start", "bcXda", "abcd", "bcda", "abcXd"],
  ["what has left is not restored", "cbd", "abcd", "cabd", "bcd"],
  ["what was added stays", "dXabcY", "abcd", "dabc", "XabcdY"],
  ["a whole selection goes back, each to its own place", "bdacefX", "abcdef", "bdacef", "abcdefX"],
])("%s", (_, now, before, after, expected) => {
  expect(withoutMove([...now], [...before], [...after]).join("")).toBe(expected);
});

test.each([
  ["where they were", "ace", "abcde", "bd", "abcde"],
  ["in a list that has changed since", "eXa", "abcde", "bd", "eXabd"],
  ["at the start", "c", "abc", "ab", "abc"],
])("photos are put back %s", (_, now, before, taken, expected) => {
  expect(insertBehind([...now], [...before], (id) => taken.includes(id)).join("")).toBe(expected);
});

test("going back to the stored order brings back nothing that has left and loses nothing that was added", () => {
  expect(orderedLike([..."abcd"], [..."dcXa"]).join("")).toBe("acXd");
});

test("a long list is put back in no time", () => {
  const before = Array.from({ length: 50_000 }, (_, index) => index);
  const after = [...before.slice(25_000), ...before.slice(0, 25_000)];
  expect(withoutMove(after, before, after)).toEqual(before);
});
