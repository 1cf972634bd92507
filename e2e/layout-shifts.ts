import type { Page } from "@playwright/test";

type Shift = { value: number; moved: string[] };
type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** From the next page on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) {
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => node?.textContent ?? "") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What has moved on this page without the visitor doing anything, by its text. */
export const readShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
