import type { Page } from "@playwright/test";
import { expect, test } from "./gallery.ts";
import { touchOn } from "./touch.ts";

/** Opens a page whose program does not arrive before `release` is called. */
async function openAsleep(page: Page, path: string) {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/gallery-client-*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return {
    async release() {
      await expect(page.locator("html[data-awake]")).toHaveCount(0);
      held.resolve();
      await page.locator("html[data-awake]").waitFor();
    },
  };
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("a tap on the burger before the program runs opens the menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { release } = await openAsleep(page, "/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await release();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.getByRole("button", { name: "Close menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
});

test("keys pressed in the viewer before the program runs are answered in order", async ({ page, gallery }) => {
  const { release } = await openAsleep(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "i"]) await page.keyboard.press(key);
  await release();
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${gallery.photos[4]?.id}`);
  await expect(page.getByText("All Rights Reserved")).toBeVisible();
});

test("Escape before the program runs closes the viewer", async ({ page, gallery }) => {
  const { release } = await openAsleep(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await page.keyboard.press("Escape");
  await release();
  await expect(page).toHaveURL(gallery.album.url);
});

test("a click on the strip's button before the program runs moves one photo, once", async ({ page, gallery }) => {
  const { release } = await openAsleep(page, gallery.album.url);
  await page.getByRole("button", { name: "Scroll to the next photo" }).click();
  await release();
  const strip = page.locator("[data-strip]");
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  const moved = () =>
    page
      .locator("[data-photo]")
      .nth(0)
      .evaluate((frame) => {
        const { left, right } = frame.getBoundingClientRect();
        return Math.abs((left + right) / 2 - window.innerWidth / 2);
      });
  await expect.poll(moved).toBeLessThan(3);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a swipe before the program runs moves to the next photo", async ({ page, gallery }) => {
    const { release } = await openAsleep(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
    const touch = await touchOn(page);
    await touch.start([{ x: 300, y: 400 }]);
    await touch.move([{ x: 200, y: 400 }]);
    await touch.move([{ x: 120, y: 400 }]);
    await touch.end();
    await release();
    await expect(page.getByText("4 / 8")).toBeVisible();
  });
});
