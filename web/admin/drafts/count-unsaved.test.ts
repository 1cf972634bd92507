import { expect, test } from "vitest";
import { countUnsaved } from "./count-unsaved.ts";

const text = { place: "1/photo-12/caption" };
const line = { place: "1/album-3/line-2" };

test("lines of the table are not called texts", () => {
  expect(countUnsaved([text])).toBe("1 text");
  expect(countUnsaved([line])).toBe("1 line");
  expect(countUnsaved([line, line])).toBe("2 lines");
  expect(countUnsaved([line, text, text])).toBe("2 texts and 1 line");
});
