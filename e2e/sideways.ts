import { expect, type Page } from "@playwright/test";

/** From 400 % on a laptop to a large screen, with both sides of each breakpoint in between. */
const WIDTHS = [2560, 1920, 1440, 1181, 1180, 1024, 900, 820, 769, 768, 390, 320];

/** Nothing on the page is wider than the window, however wide that is. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  const tooWide: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) tooWide.push(`${excess} px at ${width} px`);
  }
  if (viewport) await page.setViewportSize(viewport);
  expect(tooWide, `${page.url()} scrolls sideways`).toEqual([]);
}
