import { expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { endTyping, type History, historyOf, leaveEmptyText, record, redo, undo } from "./history.ts";
import { change, insertBehind, pairWithNext, single, split } from "./line.ts";

const ash = 1 as PhotoId;
const elm = 2 as PhotoId;
const start = historyOf([single(ash), single(elm)]);

const pair = (history: History) =>
  record(history, { line: pairWithNext(history.line, ash), mark: ash, words: "Ash and Elm paired" });
const addText = (history: History) => {
  const line = insertBehind(history.line, ash, { kind: "text", heading: "", body: "", key: "t" });
  return record(history, { line, mark: "t", words: "Text added", typedIn: "t" });
};
const type = (history: History, body: string) =>
  record(history, {
    line: change(history.line, "t", { heading: "", body }),
    mark: "t",
    words: "Text changed",
    typedIn: "t",
  });

test("every change can be undone and made again, with what was in hand", () => {
  const paired = pair(start);
  const undone = undo(paired);
  expect(undone).toMatchObject({ line: start.line, mark: null, past: [] });
  expect(undone && redo(undone)).toMatchObject({ line: paired.line, mark: ash, future: [] });
  expect(undo(start)).toBeUndefined();
  expect(redo(paired)).toBeUndefined();
});

test("a new change ends what could be made again, and one that changes nothing is no change", () => {
  const undone = undo(pair(start)) ?? start;
  expect(redo(addText(undone))).toBeUndefined();
  const same = record(undone, { line: split(undone.line, ash), mark: elm, words: "Split" });
  expect(same).toMatchObject({ mark: elm, past: [] });
  expect(redo(same)).toBeDefined();
});

test("what is typed at a time is one change", () => {
  const typed = type(type(type(addText(start), "O"), "On"), "One");
  const later = type(endTyping(typed), "One day");
  expect(later.past.map(({ words }) => words)).toEqual(["Text added", "Text changed"]);
  expect(undo(later)?.line[1]).toMatchObject({ body: "One" });
  const before = undo(later);
  expect(before && undo(before)?.line).toBe(start.line);
});

test("a text that is left empty leaves at most one change", () => {
  const paired = pair(start);
  expect(leaveEmptyText(addText(paired), "t")).toMatchObject({ ...paired, future: [] });
  expect(leaveEmptyText(type(type(addText(paired), "One"), ""), "t").past).toEqual(paired.past);

  const kept = endTyping(type(addText(start), "One"));
  const emptied = leaveEmptyText(type(type(kept, "On"), ""), "t");
  expect(emptied.line).toEqual(start.line);
  expect(emptied.mark).toBe(ash);
  expect(emptied.past.map(({ words }) => words)).toEqual(["Text added", "Text removed"]);
  expect(undo(emptied)?.line).toBe(kept.line);
});
