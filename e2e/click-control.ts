import type { Locator } from "@playwright/test";

/**
 * Clicks a control of the viewer as a visitor does, who moves the pointer first. Faded controls take no click, and on a
 * busy machine they fade before the test reaches them.
 */
export async function clickControl(control: Locator): Promise<void> {
  const page = control.page();
  await page.mouse.move(10, 200);
  await page.mouse.move(12, 200);
  await control.click();
}
