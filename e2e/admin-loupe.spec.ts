import type { Page } from "@playwright/test";
import { listPhotos } from "../contract/photos.ts";
import { trashPhoto } from "../contract/trash.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, message, named, test, tile } from "./admin-site.ts";

/** Twice as wide as the window in which it is zoomed in on. */
const BIRCH = { name: "birch.jpg", width: 2000, height: 1300 };
const loupe = (page: Page, name: string) => page.getByRole("dialog", { name: `Loupe: ${name}` });
const shownPhoto = (page: Page) => page.locator('[data-place="current"] [data-zoom]');

test("a photo is viewed large, edited and left by keyboard alone, and Back closes the loupe", async ({
  page,
  site,
}) => {
  const others = ["cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "yew"].map((name) => `${name}.jpg`);
  await site.photos(await site.album("Trees"), [...named("ash.jpg"), BIRCH, ...named(...others)]);
  await page.goto("/admin?sort=oldest");

  await test.step("Back shows the photo of the loupe in the grid, and Forward opens it again", async () => {
    // The last tile is outside the window.
    await page.setViewportSize({ width: 900, height: 420 });
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

  await page.setViewportSize({ width: 900, height: 600 });
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(loupe(page, "ash")).toBeFocused();
  await expect(page.getByText("1 / 10")).toBeVisible();

  await page.keyboard.press("ArrowLeft");
  await expect(announcement(page)).toHaveText("This is the first photo");
  await page.keyboard.press("ArrowRight");
  await expect(loupe(page, "birch")).toBeFocused();
  await expect(announcement(page)).toHaveText("birch, 2 of 10");
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
  await page.keyboard.press("Control+Enter");
  await expect(loupe(page, "cedar").getByLabel("Caption")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("c");
  await expect(loupe(page, "birch").getByLabel("Caption")).toHaveValue("White bark");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Three birches in the snow");
  await page.keyboard.press("Enter");
  await expect(loupe(page, "cedar").getByLabel("Alt text")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(loupe(page, "cedar")).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);

  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Delete photo" }).getByRole("button", { name: "Move to trash" }).click();
  await expect(loupe(page, "elm")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tile(page, "elm")).toBeFocused();
  await expect(tile(page, "elm")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveCount(1);
  const favorites = async () => (await site.admin.call(listPhotos, { query: { favorite: "1" } })).photos;
  const texts = { caption: "White bark", alt: "Three birches in the snow" };
  await expect.poll(favorites).toMatchObject([{ title: "birch", featured: true, quick_collection: true, ...texts }]);
});

test("every grid opens the loupe, the letters obey the switch, and in the trash it restores and deletes", async ({
  page,
  site,
}) => {
  const deleted = await site.photos(await site.album("Old trees"), named("fir.jpg", "oak.jpg", "yew.jpg"));
  for (const { id } of deleted) await site.admin.call(trashPhoto, { params: { id } });
  await site.photos(await site.album("Trees", { category: "urban" }), named("ash.jpg", "birch.jpg"));
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
  await page.evaluate(() => localStorage.removeItem("admin_shortcuts"));

  await test.step("in the trash", async () => {
    await page.getByRole("link", { name: /^Trash/ }).click();
    // A new screen takes the focus.
    await expect(page.getByRole("heading", { name: "Trash" })).toBeFocused();
    await page.getByRole("button", { name: "View large" }).first().press("Enter");
    await page.keyboard.press("r");
    await expect(message(page, / restored$/)).toBeVisible();
    await page.keyboard.press("Delete");
    await page.getByRole("contentinfo").getByRole("button", { name: "Delete Forever" }).click();
    await expect(message(page, / was permanently deleted$/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "View large" })).toBeFocused();
  });
});
