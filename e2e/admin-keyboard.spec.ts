import type { Locator, Page } from "@playwright/test";
import { listAlbumPhotos, listAlbums } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import { expect, message, named, pictureFile, test, tile, titles } from "./admin-site.ts";

/** More than the tab stops of any screen. */
const MOST_STOPS = 80;

/** By Tab, or by Shift and Tab where that is the way, as someone without a mouse does. */
async function walkTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const step = await target.evaluate((element) => {
      const focused = document.activeElement ?? document.body;
      if (element === focused) return null;
      return element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
    });
    if (step === null) return;
    await page.keyboard.press(step);
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await walkTo(page, target);
  await page.keyboard.press("Enter");
}

const sidebarLink = (page: Page, name: RegExp) => page.getByRole("navigation").getByRole("link", { name });

test("without a mouse: create an album, upload, reorder, curate and edit", async ({ page, site }) => {
  await page.goto("/admin");
  await press(page, sidebarLink(page, /^Travel/));
  await press(page, page.getByRole("button", { name: "Create album" }));
  await page.keyboard.type("Lisbon");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Travel Album • 0 photos", { exact: true })).toBeVisible();

  await press(page, page.getByRole("button", { name: "Upload Photos" }).first());
  const dialog = page.getByRole("dialog", { name: "Upload photos to Lisbon" });
  // Before the walk: without a listener, the browser closes the chooser right away.
  const chooser = page.waitForEvent("filechooser");
  await press(page, dialog.getByRole("button", { name: "Choose photos" }));
  await (await chooser).setFiles(await Promise.all(["ash.jpg", "birch.jpg", "cedar.jpg"].map(pictureFile)));
  await expect(page.getByText("Travel Album • 3 photos", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  await walkTo(page, tile(page, "ash"));
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("l");
  await expect.poll(() => titles(page)).toBe("birch ash cedar");
  await page.keyboard.press("Space");
  for (const [key, text] of [
    ["f", "ash added to Favorites"],
    ["s", "ash added to Featured content"],
    ["b", "ash added to the quick collection"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(message(page, text)).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(tile(page, "ash")).toBeFocused();
  const { photos } = await site.admin.call(listAlbumPhotos, { params: { slug: "lisbon" } });
  expect(photos.map(({ title }) => title)).toEqual(["birch", "ash", "cedar"]);
  const flags = { favorite: true, featured: true, quick_collection: true };
  expect(photos.filter((photo) => photo.favorite)).toMatchObject([{ title: "ash", ...flags }]);

  const panel = page.getByRole("complementary", { name: "Photo details" });
  await walkTo(page, panel.getByLabel("Title"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Tram 28");
  await page.keyboard.press("Enter");
  await expect(tile(page, "Tram 28")).toBeVisible();
});

test("without a mouse: favorite and trash a photo, undo, delete it forever, and delete an album", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Milano", { category: "urban" }), named("ash.jpg", "birch.jpg"));
  await page.goto("/admin?sort=oldest");
  await walkTo(page, tile(page, "ash"));
  await page.keyboard.press("ControlOrMeta+Space");

  await test.step("an undo before the server responds reverts the last change, and nothing earlier", async () => {
    await page.keyboard.press("f");
    await expect(message(page, "ash added to Favorites")).toBeVisible();

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/v1/admin/photos/*", async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press("ArrowRight");
    await Promise.all([page.waitForRequest("**/api/v1/admin/photos/*"), page.keyboard.press("f")]);
    await page.keyboard.press("ControlOrMeta+z");
    release();

    await expect(message(page, "Undone: birch added to Favorites")).toBeVisible();
    const { photos } = await site.admin.call(listPhotos, { query: { favorite: "1" } });
    expect(photos.map(({ title }) => title)).toEqual(["ash"]);
    await page.unroute("**/api/v1/admin/photos/*");
  });

  await test.step("Redo makes the change again, until another change is made", async () => {
    const favorites = async () => (await site.admin.call(listPhotos, { query: { favorite: "1" } })).total;
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(message(page, "Redone: birch added to Favorites")).toBeVisible();
    expect(await favorites()).toBe(2);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(favorites).toBe(1);
    await page.keyboard.press("ControlOrMeta+y");
    await expect.poll(favorites).toBe(2);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(favorites).toBe(1);
    await page.keyboard.press("b");
    await expect(message(page, "birch added to the quick collection")).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(message(page, "Nothing to redo")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
  });

  await page.keyboard.press("Delete");
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Move to trash" }));
  await expect.poll(() => titles(page)).toBe("birch");
  // Undo right away: the screen does not wait for the server.
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => titles(page)).toBe("ash birch");

  await walkTo(page, tile(page, "ash"));
  // It is the first, and selected again after the undo.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Move to trash" }));
  await expect.poll(() => titles(page)).toBe("birch");
  await press(page, sidebarLink(page, /^Trash/));
  await press(page, page.getByRole("button", { name: "Delete Forever", exact: true }));
  const question = page.getByRole("dialog");
  await press(page, question.getByRole("button", { name: "Delete Forever" }));
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await expect.poll(async () => (await site.admin.call(listPhotos)).total).toBe(1);

  await press(page, sidebarLink(page, /^All Albums/));
  await press(page, page.getByRole("button", { name: "Actions for Milano" }));
  const entry = page.getByRole("menuitem", { name: "Delete album…" });
  await expect(entry).toBeVisible();
  for (let down = 0; down < MOST_STOPS && !(await entry.evaluate((item) => item === document.activeElement)); down++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Delete album" }));
  await expect(page.getByRole("heading", { name: "No albums yet" })).toBeVisible();
  await expect.poll(async () => (await site.admin.call(listAlbums)).albums).toEqual([]);
  expect((await site.admin.call(listPhotos)).photos.map(({ title }) => title)).toEqual(["birch"]);
});
