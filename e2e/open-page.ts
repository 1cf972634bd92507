import { expect, type Page } from "@playwright/test";

/** Opens a public page and waits until its program has taken over what the server rendered. */
export async function openPage(page: Page, path: string) {
  await page.goto(path);
  await page.locator("html[data-awake]").waitFor();
  const viewer = page.locator("[data-viewer]");
  if (await viewer.isVisible()) await expect(viewer).toBeFocused();
}
