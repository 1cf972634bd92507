import { expect, test } from "vitest";
import { dropIndex, movedTo } from "./order.ts";

const drop = (order: string, moving: string, dragged: string, over: string) => {
  const ids = [...order];
  return movedTo(ids, [...moving], dropIndex(ids, [...moving], dragged, over)).join("");
};

test("an entry dragged toward the end takes the place it was dropped on", () => {
  expect(drop("abcde", "b", "b", "d")).toBe("acdbe");
  expect(drop("abcde", "a", "a", "e")).toBe("bcdea");
});

test("an entry dragged toward the start takes the place it was dropped on", () => {
  expect(drop("abcde", "d", "d", "b")).toBe("adbce");
  expect(drop("abcde", "e", "e", "a")).toBe("eabcd");
});

test("several entries move as one block and keep their order", () => {
  expect(drop("abcdef", "ea", "a", "d")).toBe("bcdaef");
  expect(drop("abcdef", "bf", "f", "a")).toBe("bfacde");
});

test("a block dropped on one of its own members closes up there", () => {
  expect(drop("abcdef", "bd", "b", "d")).toBe("acbdef");
});

test("Change position… puts the block's first photo at the chosen position", () => {
  expect(movedTo([..."abcde"], ["d"], 0).join("")).toBe("dabce");
  expect(movedTo([..."abcde"], ["a"], 4).join("")).toBe("bcdea");
});
