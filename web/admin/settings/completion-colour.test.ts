import { expect, test } from "vitest";
import { completionColour } from "./completion-colour.ts";

test.for([
  [100, "green"],
  [95, "green"],
  [94.9, "yellow"],
  [75, "yellow"],
  [74.9, "red"],
  [0, "red"],
] as const)("%s%% complete is %s", ([percent, colour]) => {
  expect(completionColour(percent)).toBe(colour);
});
