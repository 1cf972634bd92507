import type { Page } from "@playwright/test";
import { listPhotos } from "../contract/photos.ts";
import { trashPhoto } from "../contract/trash.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, expectToFit, message, test, tile } from "./admin-site.ts";
import { touchOn } from "./touch.ts";

const large = (...names: string[]) => names.map((name) => ({ name, width: 3000, height: 2000 }));
const loupe = (page: Page, name: string) => page.getByRole("dialog", { name: `Loupe: ${name}` });
const shownPhoto = (page: Page) => page.locator('[data-place="current"] [data-zoom]');

test("Back closes the loupe and shows its photo in the grid, and Forward opens it again", async ({ page, site }) => {
  const names = ["ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "yew"];
  await site.photos(
    await site.album("Trees"),
    names.map((name) => ({ name: `${name}.jpg`, width: 60, height: 40 })),
  );
  // The last tile is outside the window.
  await page.setViewportSize({ width: 900, height: 420 });
  await page.goto("/admin?sort=oldest");
  await tile(page, "ash").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await expect(loupe(page, "yew")).toBeFocused();

  await page.goBack();
  await expect(loupe(page, "yew")).toBeHidden();
  await expect(tile(page, "yew")).toBeFocused();
  await expect(tile(page, "yew")).toBeInViewport();
  await expect(page).toHaveURL(/\/admin\?sort=oldest&photo=\d+$/);

  await page.goForward();
  await expect(loupe(page, "yew")).toBeFocused();
  // The second press must not leave the library.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(tile(page, "yew")).toBeFocused();
});

test("a photo is viewed large, edited and left by keyboard alone", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), large("ash.jpg", "birch.jpg", "cedar.jpg", "elm.jpg"));
  await page.goto("/admin?sort=oldest");
  await tile(page, "ash").focus();
  await page.keyboard.press("Space");
  await expect(loupe(page, "ash")).toBeFocused();
  await expect(page.getByText("1 / 4")).toBeVisible();

  await page.keyboard.press("ArrowLeft");
  await expect(announcement(page)).toHaveText("This is the first photo");
  await page.keyboard.press("ArrowRight");
  await expect(loupe(page, "birch")).toBeFocused();
  await expect(announcement(page)).toHaveText("birch, 2 of 4");
  await page.keyboard.press("f");
  await expect(message(page, "birch added to Favorites")).toBeVisible();
  await page.keyboard.press("s");
  await expect(message(page, "birch added to Featured content")).toBeVisible();
  await page.keyboard.press("b");
  await expect(message(page, "birch added to the quick collection")).toBeVisible();
  await expect(loupe(page, "birch").getByRole("button", { name: "Favorite", pressed: true })).toBeVisible();

  const width = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().width);
  const fitted = await width();
  await page.keyboard.press("z");
  await expect.poll(width).toBeGreaterThan(fitted * 2);
  await page.keyboard.press("ArrowRight");
  await expect(loupe(page, "birch")).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(width).toBeCloseTo(fitted, 0);

  await page.keyboard.press("c");
  await page.keyboard.type("White bark");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Three birches in the snow");
  await page.keyboard.press("Enter");
  await expect(loupe(page, "cedar").getByLabel("Alt text")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(loupe(page, "cedar")).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Move to trash" }).getByRole("button", { name: "Move to trash" }).click();
  await expect(loupe(page, "elm")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tile(page, "elm")).toBeFocused();
  await expect(tile(page, "elm")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveCount(1);
  const { photos } = await site.admin.call(listPhotos, { query: { favorite: "1" } });
  const texts = { caption: "White bark", alt: "Three birches in the snow" };
  expect(photos).toMatchObject([{ title: "birch", featured: true, quick_collection: true, ...texts }]);
});

test("every grid opens the loupe, and the letters obey the switch", async ({ page, site }) => {
  await site.photos(await site.album("Trees", { category: "urban" }), large("ash.jpg", "birch.jpg"));
  await page.goto("/admin/album/trees");
  await tile(page, "ash").dblclick();
  await expect(loupe(page, "ash")).toBeVisible();
  await page.keyboard.press("e");
  await expect(tile(page, "ash")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await loupe(page, "birch").getByRole("button", { name: "Close" }).click();
  await expect(tile(page, "birch")).toBeFocused();
  await page.evaluate(() => localStorage.setItem("admin_shortcuts", "off"));
  await page.keyboard.press("e");
  await page.keyboard.press("Enter");
  await page.keyboard.press("f");
  await page.keyboard.press("Escape");
  await expect(tile(page, "birch")).toBeFocused();
  const { total } = await site.admin.call(listPhotos, { query: { favorite: "1" } });
  expect(total).toBe(0);
});

test("in the trash, the loupe restores and deletes", async ({ page, site }) => {
  const photos = await site.photos(await site.album("Trees"), large("ash.jpg", "birch.jpg", "cedar.jpg"));
  for (const { id } of photos) await site.admin.call(trashPhoto, { params: { id } });
  await page.goto("/admin/trash");
  await page.getByRole("button", { name: "View large" }).first().press("Enter");
  await page.keyboard.press("r");
  await expect(message(page, / restored$/)).toBeVisible();
  await page.keyboard.press("Delete");
  await page.getByRole("contentinfo").getByRole("button", { name: "Delete Forever" }).click();
  await expect(message(page, / was permanently deleted$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "View large" })).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("swipes move on, a double tap and a pinch zoom", async ({ page, site }) => {
    await site.photos(await site.album("Trees"), large("ash.jpg", "birch.jpg"));
    await page.goto("/admin?sort=oldest");
    await tile(page, "ash").tap();
    await page.getByRole("button", { name: "View large" }).tap();
    await expect(loupe(page, "ash")).toBeVisible();
    await expectToFit(page, 390);
    await page.setViewportSize({ width: 390, height: 844 });
    const touch = await touchOn(page);
    await touch.start([{ x: 320, y: 400 }]);
    for (const x of [260, 180, 100, 40]) await touch.move([{ x, y: 400 }]);
    await touch.end();
    await expect(loupe(page, "birch")).toBeVisible();

    const width = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().width);
    const fitted = await width();
    const pinch = (from: number, to: number) => [
      { x: 195 - from, y: 400 },
      { x: 195 + to, y: 400 },
    ];
    await touch.start(pinch(15, 15));
    await touch.move(pinch(45, 45));
    await touch.end();
    await expect.poll(width).toBeCloseTo(fitted * 3, 0);
    await page.touchscreen.tap(195, 400);
    await page.touchscreen.tap(195, 400);
    await expect.poll(width).toBeCloseTo(fitted, 0);
    await page.getByRole("button", { name: "Close" }).tap();
    await expect(tile(page, "birch")).toBeFocused();
  });
});
