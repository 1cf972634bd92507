import { expect, test } from "vitest";
import { srcSet } from "./src-set.ts";

const URLS = { small: "s", medium: "m", large: "l", xlarge: "x", original: "o" };

test("every picture with more pixels than the one before is offered, by its width, up to the original", () => {
  expect(srcSet({ width: 6000, height: 4000 }, URLS)).toBe("s 800w, m 1200w, l 2400w, x 3840w, o 6000w");
  expect(srcSet({ width: 4000, height: 6000 }, URLS)).toBe("s 533w, m 800w, l 1600w, x 2560w, o 4000w");
});

test("a size that would have the pixels of the one before is left out", () => {
  expect(srcSet({ width: 2400, height: 1600 }, URLS)).toBe("s 800w, m 1200w, l 2400w");
  expect(srcSet({ width: 1800, height: 1200 }, URLS)).toBe("s 800w, m 1200w, l 1800w");
  expect(srcSet({ width: 300, height: 200 }, URLS)).toBe("m 300w");
});

test("an original that a room does not offer is left out", () => {
  expect(srcSet({ width: 6000, height: 4000 }, { ...URLS, original: null })).toBe("s 800w, m 1200w, l 2400w, x 3840w");
});
