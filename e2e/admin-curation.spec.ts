import type { Page } from "@playwright/test";
import { listAlbumPhotos, listAlbums } from "../contract/albums.ts";
import { listPhotoIds, listPhotos } from "../contract/photos.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { centreOf, drag, expect, message, named, test, tile, titles, undoOf } from "./admin-site.ts";

/** In All content, adds photos to a collection in this order, by key. */
async function collect(page: Page, key: "f" | "s" | "b", ...names: string[]) {
  for (const name of names) {
    await tile(page, name).click();
    await page.keyboard.press(key);
    await expect(message(page, new RegExp(`^${name} added to`))).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).first().click();
  }
}

async function library(site: RunningSite) {
  const milano = await site.album("Milano", { category: "urban" });
  await site.photos(milano, named("ash.jpg", "birch.jpg", "cedar.jpg"));
  return milano;
}

test("F and S add to favorites and featured content, which are ordered by hand", async ({ page, site }) => {
  await library(site);
  await page.goto("/admin/favorites");
  await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  await page.getByRole("link", { name: /^All content/ }).click();
  await collect(page, "f", "ash", "birch", "cedar");
  await page.getByRole("link", { name: /^Favorites/ }).click();
  await expect.poll(() => titles(page)).toBe("ash birch cedar");
  await expect(page.getByRole("link", { name: /^Favorites/ })).toContainText("3");
  await expectAccessible(page);

  await drag(page, tile(page, "cedar"), await centreOf(tile(page, "ash")));
  await page.mouse.up();
  await expect.poll(() => titles(page)).toBe("cedar ash birch");
  const order = () => site.admin.call(listPhotos, { query: { favorite: "1", sort: "curated" } });
  await expect.poll(async () => (await order()).photos.map(({ title }) => title).join(" ")).toBe("cedar ash birch");

  await tile(page, "cedar").focus();
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("l");
  await expect.poll(() => titles(page)).toBe("ash cedar birch");

  await tile(page, "ash").click();
  await page.keyboard.press("f");
  await expect.poll(() => titles(page)).toBe("cedar birch");
  await undoOf(page, "ash removed from Favorites").click();
  await expect.poll(() => titles(page)).toBe("ash cedar birch");

  await tile(page, "birch").click();
  await page.keyboard.press("s");
  await page.getByRole("link", { name: /^Featured content/ }).click();
  await expect.poll(() => titles(page)).toBe("birch");
});

test("the quick collection becomes an album, is downloaded and cleared; featured albums have their own order", async ({
  page,
  site,
}) => {
  await library(site);
  await site.album("Rome", { category: "travel" });
  await page.goto("/admin");
  await collect(page, "b", "cedar", "ash");
  await page.getByRole("link", { name: /^Quick collection/ }).click();
  await expect.poll(() => titles(page)).toBe("cedar ash");
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download ZIP" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  await choose(page, "Clear the collection");
  await expect(page.getByRole("heading", { name: "The quick collection is empty" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toBe("cedar ash");
  const collected = () => site.admin.call(listPhotoIds, { query: { quick_collection: "1", sort: "curated" } });
  await expect.poll(async () => (await collected()).ids.length).toBe(2);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(page.getByRole("heading", { name: "The quick collection is empty" })).toBeVisible();
  await undoOf(page, "Redone: Quick collection cleared").click();
  await expect.poll(() => titles(page)).toBe("cedar ash");

  await page.getByRole("button", { name: "Make an album" }).click();
  await expect(page.getByRole("dialog")).toContainText("The photos stay in their other albums too.");
  await page.getByRole("dialog").getByLabel("Title").fill("Trees");
  await page.getByRole("dialog").getByLabel("Category").selectOption("Travel");
  await page.getByRole("dialog").getByRole("button", { name: "Create album" }).click();
  await expect(page.getByRole("heading", { name: "Trees", exact: true })).toBeVisible();
  await expect.poll(() => titles(page)).toBe("cedar ash");
  const { photos } = await site.admin.call(listAlbumPhotos, { params: { slug: "trees" } });
  // Guests keep their home, and the home its photos.
  expect(photos.map(({ title, category }) => `${title} ${category}`)).toEqual(["cedar URBAN", "ash URBAN"]);
  await expect(page.getByRole("link", { name: /^Milano/ })).toContainText("3");

  await page.getByRole("link", { name: /^Quick collection/ }).click();
  await choose(page, "Add to an album…");
  await page.getByRole("dialog").getByLabel("Album").selectOption("Rome");
  await page.getByRole("dialog").getByRole("button", { name: "Add to album" }).click();
  await expect(message(page, "2 photos added to Rome")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Rome/ })).toContainText("2");

  await test.step("featured albums", async () => {
    await page.getByRole("link", { name: /^Featured albums/ }).click();
    await expect(page.getByRole("heading", { name: "No featured albums yet" })).toBeVisible();
    for (const title of ["Milano", "Rome"]) {
      await page.getByRole("button", { name: "Feature an album" }).click();
      await page.getByRole("dialog").getByLabel("Album").selectOption(title);
      await page.getByRole("dialog").getByRole("button", { name: "Feature", exact: true }).click();
      await expect(page.getByRole("list", { name: "Featured albums" })).toContainText(title);
    }
    await expectAccessible(page);
    await page.getByRole("button", { name: "Actions for Rome" }).click();
    await page.getByRole("menuitem", { name: "Change position…" }).click();
    await page.getByRole("button", { name: "To the start" }).click();
    await expect(page.getByRole("list", { name: "Featured albums" }).getByRole("listitem").first()).toContainText(
      "Rome",
    );
    const positions = async () =>
      (await site.admin.call(listAlbums)).albums
        .filter(({ featured }) => featured)
        .map(({ title, featured_position }) => `${title} ${featured_position}`);
    await expect.poll(positions).toEqual(["Milano 1", "Rome 0"]);
    await expect(message(page, "New order of the featured albums saved")).toBeVisible();
  });
});

async function choose(page: Page, entry: string) {
  await page.getByRole("button", { name: "Actions for the quick collection" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
