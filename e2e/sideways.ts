import { expect, type Page } from "@playwright/test";

/** From 400 % on a laptop to a large screen, with both sides of each breakpoint in between. */
const WIDTHS = [2560, 1920, 1440, 1181, 1180, 1024, 900, 820, 769, 768, 390, 320];

/** Nothing on the page is wider than the window, however wide that is. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  if (!viewport) throw new Error("The page has no window");
  // Setting the size by Playwright takes three times as long.
  const session = await page.context().newCDPSession(page);
  const found: [number, number][] = [];
  for (const width of WIDTHS) {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false };
    await session.send("Emulation.setDeviceMetricsOverride", size);
    found.push(await page.evaluate(() => [innerWidth, Math.max(document.documentElement.scrollWidth - innerWidth, 0)]));
  }
  await session.detach();
  await page.setViewportSize(viewport);
  expect(found, `${page.url()}: each width, and by how much the page scrolls sideways`).toEqual(
    WIDTHS.map((width) => [width, 0]),
  );
}
