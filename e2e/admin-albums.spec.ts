import type { Page } from "@playwright/test";
import { listAlbums } from "../contract/albums.ts";
import { listCategoryAlbums } from "../contract/categories.ts";
import { listPhotos } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, centreOf, drag, expect, expectToFit, message, named, test } from "./admin-site.ts";

test("the first album is created in the category of the screen and opens, ready for photos", async ({ page }) => {
  await page.goto("/admin");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  const dialog = page.getByRole("dialog", { name: "Create album" });

  await test.step("an empty library leads to the albums", async () => {
    await expect(page.getByRole("heading", { name: "No photos yet" })).toBeVisible();
    await page.getByRole("link", { name: "Go to All Albums" }).click();
    await expect(page.getByRole("heading", { name: "All Albums" })).toBeVisible();
    await sidebar.getByRole("link", { name: "Travel" }).click();
    await expect(page.getByRole("heading", { name: "Travel Albums" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No albums yet" })).toBeVisible();
  });

  await test.step("its dialog proposes the category", async () => {
    await page.getByRole("button", { name: "Create album" }).click();
    await expect(dialog.getByLabel("Category")).toHaveValue("travel");
    await dialog.getByLabel("Title").fill("São Paulo");
    await dialog.getByLabel("Description").fill("A week in August");
    await dialog.getByRole("button", { name: "Create album" }).click();
    await expect(page).toHaveURL(/\/admin\/album\/sao-paulo$/);
    await expect(page.getByText("Travel Album • 0 photos", { exact: true })).toBeVisible();
    await expect(sidebar.getByRole("link", { name: "São Paulo" })).toBeVisible();
  });

  await test.step("All Albums proposes portraits, and the three categories in the specification's order", async () => {
    await sidebar.getByRole("link", { name: "All Albums" }).click();
    await expect(page.getByRole("heading", { name: "All Albums" })).toBeVisible();
    await page.getByRole("button", { name: "Create album" }).click();
    const category = dialog.getByLabel("Category");
    await expect(category).toHaveValue("portraits");
    expect(await category.getByRole("option").allTextContents()).toEqual(["Portraits", "Urban", "Travel"]);
    await expectAccessible(page);
  });

  await test.step("a title in another script gives a URL that can be read, and opened again", async () => {
    await dialog.getByLabel("Title").fill("日本の海");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/admin/album/${encodeURIComponent("日本の海")}$`));
    await page.reload();
    await expect(page.getByText("Portraits Album • 0 photos", { exact: true })).toBeVisible();
    await expect(sidebar.getByRole("link", { name: "日本の海" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Actions for 日本の海" }).click();
    await page.getByRole("menuitem", { name: "Edit album…" }).click();
    await page.getByLabel("Address").fill("Київ");
    await page.keyboard.press("Enter");
    await expect(message(page, "Address of 日本の海 changed to /portraits/київ")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/album/${encodeURIComponent("київ")}$`));
  });
});

test("an album is edited, featured, given a cover and deleted", async ({ page, site }) => {
  const album = await site.album("Harbour", { category: "urban" });
  const [, second] = await site.photos(album, named("dawn.jpg", "dusk.jpg"));
  const stored = async () => (await site.admin.call(listAlbums)).albums;
  const main = page.getByRole("main");
  await page.goto("/admin/albums");

  await test.step("title, description and category, and Undo restores them", async () => {
    await openMenu(page, "Harbour", "Edit album…");
    await page.getByLabel("Title").fill("Old Harbour");
    await page.getByLabel("Description").fill("Before the cranes came");
    await page.getByLabel("Category").selectOption("travel");
    await page.getByRole("button", { name: "Save" }).click();
    const travel = page.getByRole("region", { name: "Travel" });
    await expect(travel.getByRole("link", { name: /^Old Harbour/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("region", { name: "Urban" }).getByRole("link", { name: /^Harbour/ })).toBeVisible();
    await expect(message(page, "Undone: Old Harbour changed")).toBeVisible();
    const before = { title: "Harbour", description: "", category: "urban", slug: "harbour" };
    expect(await stored()).toMatchObject([before]);
  });

  await test.step("a layout is chosen for visitors", async () => {
    await openMenu(page, "Harbour", "Edit album…");
    await page.getByLabel("Layout").selectOption("Grid, in even rows");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(stored).toMatchObject([{ layout: "grid" }]);
  });

  await test.step("it is featured, and gets the chosen cover", async () => {
    await openMenu(page, "Harbour", "Feature");
    await expect(main.getByText("Featured")).toBeVisible();
    await openMenu(page, "Harbour", "Choose cover…");
    const dialog = page.getByRole("dialog", { name: "Cover of Harbour" });
    await expect(dialog.getByRole("radio", { name: /Automatic/ })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("radio", { name: "dusk" }).check();
    await dialog.getByRole("button", { name: "Use as cover" }).click();
    await expect(message(page, "Cover of Harbour changed")).toBeVisible();
    expect(await stored()).toMatchObject([{ featured: true, cover_photo_id: second?.id }]);
  });

  await test.step("the menu is accessible, and fits a phone", async () => {
    await page.getByRole("button", { name: "Actions for Harbour" }).click();
    await expectAccessible(page);
    await expectToFit(page, 390);
    const menu = await page.getByRole("menu").boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("deleting it warns that its photos stay, and they do", async () => {
    await openMenu(page, "Harbour", "Delete album…");
    const dialog = page.getByRole("dialog", { name: "Delete Harbour?" });
    await expect(dialog).toContainText("Its 2 photos stay in the library, in no album.");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main.getByRole("link", { name: /Harbour/ })).toBeVisible();
    await openMenu(page, "Harbour", "Delete album…");
    await dialog.getByRole("button", { name: "Delete album" }).click();
    await expect(page.getByRole("heading", { name: "No albums yet" })).toBeVisible();
    await expect.poll(stored).toEqual([]);
    const { photos } = await site.admin.call(listPhotos);
    expect(photos.map(({ album_id, deleted }) => ({ album_id, deleted }))).toEqual([
      { album_id: null, deleted: false },
      { album_id: null, deleted: false },
    ]);
  });
});

test("albums are reordered by mouse, keyboard and number, and visitors see that order", async ({ page, site }) => {
  for (const title of ["One", "Two", "Three", "Four"]) {
    await site.photos(await site.album(title, { category: "urban" }), named(`${title}.jpg`));
  }
  await page.goto("/admin/albums/urban");
  const cards = page.getByRole("list", { name: "Urban albums" }).getByRole("link");
  const shown = async () => (await cards.allTextContents()).map((text) => text.replace(/1 photo$/, ""));
  await expect(cards).toHaveCount(4);

  await drag(page, cards.nth(0), await centreOf(cards.nth(2)));
  await page.mouse.up();
  await expect.poll(shown).toEqual(["Two", "Three", "One", "Four"]);
  await expect(message(page, /^New order of .* saved$/)).toBeVisible();

  await cards.nth(3).focus();
  await page.keyboard.press("l");
  await expect(announcement(page)).toHaveText("Picked up Four, position 4 of 4.");
  await page.keyboard.press("ArrowLeft");
  await expect(announcement(page)).toHaveText("Four, position 3 of 4.");
  await page.keyboard.press("l");
  await expect.poll(shown).toEqual(["Two", "Three", "Four", "One"]);

  await openMenu(page, "One", "Change position…");
  await page.getByLabel("Position, 1 to 4").fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(shown).toEqual(["One", "Two", "Three", "Four"]);
  await expect(message(page, /^New order of .* saved$/)).toHaveCount(3);
  const visible = await site.admin.call(listCategoryAlbums, { params: { category: "urban" } });
  expect(visible.data.map(({ title }) => title)).toEqual(["One", "Two", "Three", "Four"]);
});

async function openMenu(page: Page, album: string, entry: string) {
  await page.getByRole("button", { name: `Actions for ${album}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
