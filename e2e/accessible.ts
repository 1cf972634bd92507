import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Half as long as its source, which every page would have to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Without what only the report of a passed rule would show. */
const OPTIONS = { resultTypes: ["violations"], selectors: false } satisfies axe.RunOptions;

/** Fails on anything axe reports. Once per screen is enough: it takes half a second or more. */
export async function expectAccessible(page: Page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async (options) => {
    // Text that is still fading in has too little contrast.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  }, OPTIONS);
  expect(found).toEqual([]);
}
