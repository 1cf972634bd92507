import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { COMPILED, compileSharpen } from "./build-sharpen.ts";

test("the kept program that sharpens is what its source compiles to", async () => {
  expect((await readFile(COMPILED)).equals(await compileSharpen())).toBe(true);
});
