import { expect, test } from "vitest";
import { joinComments } from "./join-comments.ts";

test.each([
  ["nobody else wrote", { before: "Crop", mine: "Crop it", theirs: "Crop" }, "Crop it"],
  ["both wrote where nothing was", { before: "", mine: "Mine", theirs: "Theirs" }, "Theirs\n\nMine"],
  [
    "mine continues what is still there",
    { before: "Mine", mine: "Mine, too", theirs: "Theirs\n\nMine" },
    "Theirs\n\nMine, too",
  ],
  ["they replaced what I continued", { before: "Old", mine: "Old and more", theirs: "New" }, "New\n\nOld and more"],
  ["it has arrived before", { before: "", mine: "Mine", theirs: "Mine" }, "Mine"],
  ["I cleared it, and they wrote", { before: "Old", mine: "", theirs: "New" }, "New"],
  ["they cleared it, and I wrote", { before: "Old", mine: "Old, $& new", theirs: "" }, "Old, $& new"],
])("of two comments on one photo none is lost: %s", (_what, comments, joined) => {
  expect(joinComments(comments)).toBe(joined);
});
