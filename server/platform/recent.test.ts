import { expect, test } from "vitest";
import { createRecent } from "./recent.ts";

function heldIn(recent: { get(key: string): unknown }, keys: string): string {
  return [...keys].filter((key) => recent.get(key) !== undefined).join("");
}

test("what has not been asked for longest makes room", () => {
  const recent = createRecent<string>(3);
  for (const key of "abc") recent.set(key, key);
  recent.get("a");
  recent.set("d", "d");

  expect(heldIn(recent, "abcd")).toBe("acd");
});

test("a value that is asked for in between is never pushed out", () => {
  const recent = createRecent<string>(3);
  recent.set("menu", "");
  for (let turn = 0; turn < 100; turn++) {
    recent.set(`album ${turn}`, "");
    expect(recent.get("menu")).toBe("");
  }
});

test("sizes count, also of a value that is set again", () => {
  const recent = createRecent<string>(10);
  recent.set("a", "a", 4);
  recent.set("b", "b", 4);
  recent.set("c", "c", 2);
  expect(heldIn(recent, "abc")).toBe("abc");

  recent.set("c", "c", 3);
  expect(heldIn(recent, "abc")).toBe("bc");
  recent.clear();
  for (const key of "abc") recent.set(key, key, 3);
  expect(heldIn(recent, "abc")).toBe("abc");
});

test("a value larger than everything is not held, and pushes out nothing", () => {
  const recent = createRecent<string>(10);
  recent.set("a", "a", 5);
  recent.set("b", "b", 5);
  recent.set("a", "larger", 11);

  expect(heldIn(recent, "ab")).toBe("b");
});
