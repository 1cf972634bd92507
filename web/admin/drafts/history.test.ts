import { expect, test } from "vitest";
import { endTyping, type History, NO_HISTORY, record, redo, takeBackTyping, undo } from "./history.ts";

/** A text with its history. */
type Typed = { history: History<string>; shown: string };
const start: Typed = { history: NO_HISTORY, shown: "" };

const change = ({ history, shown }: Typed, next: string, words: string): Typed => ({
  history: record(endTyping(history), { shown, words }),
  shown: next,
});
const type = ({ history, shown }: Typed, next: string): Typed => ({
  history: record(history, { shown, words: "Text changed", typedIn: "text" }),
  shown: next,
});
const turn = (step: typeof undo, { history, shown }: Typed) => step(history, shown);

test("every change can be undone and made again, and says what it was", () => {
  const once = change(start, "one", "One added");
  const twice = change(once, "two", "Two added");
  const undone = turn(undo, twice);
  expect(undone).toMatchObject({ shown: "one", words: "Two added" });
  expect(undone && turn(undo, undone)).toMatchObject({ shown: "", words: "One added", history: { past: [] } });
  expect(undone && turn(redo, undone)).toMatchObject({ ...twice, words: "Two added" });
  expect([turn(undo, start), turn(redo, twice)]).toEqual([undefined, undefined]);
});

test("a new change ends what could be made again", () => {
  const undone = turn(undo, change(start, "one", "One added"));
  expect(undone && turn(redo, change(undone, "other", "Other added"))).toBeUndefined();
});

test("what is typed at a time is one change", () => {
  const typed = type(type(type(change(start, "-", "Text added"), "O"), "On"), "One");
  const later = type({ ...typed, history: endTyping(typed.history) }, "One day");
  expect(later.history.past.map(({ words }) => words)).toEqual(["Text added", "Text changed", "Text changed"]);
  const undone = turn(undo, later);
  expect(undone?.shown).toBe("One");
  const before = undone && turn(undo, undone);
  expect(before?.shown).toBe("-");
  // What is typed after an undo is another change.
  expect(before && type(before, "Two").history.past.map(({ words }) => words)).toEqual(["Text added", "Text changed"]);
});

test("what was typed is taken back without a trace, and nothing else is", () => {
  const added = change(start, "-", "Text added");
  const typed = type(type(added, "O"), "");
  const takeBack = ({ history, shown }: Typed) => takeBackTyping(history, shown, "text");
  expect(takeBack(typed)).toEqual(added);
  expect(takeBack(added)).toEqual(added);
  const left = { ...typed, history: endTyping(typed.history) };
  expect(takeBack(left)).toEqual(left);
});

test("the oldest of more than 500 changes is forgotten", () => {
  let now = start;
  for (let step = 1; step <= 501; step++) now = change(now, String(step), "Changed");
  expect(now.history.past.length).toBe(500);
  expect(now.history.past[0]?.shown).toBe("1");
});
