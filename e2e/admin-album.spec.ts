import type { Page } from "@playwright/test";
import { listAlbumPhotos, removeAlbumPhoto, reorderAlbumPhotos } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import {
  announcement,
  announcements,
  centreOf,
  drag,
  expect,
  expectToFit,
  message,
  named,
  test,
} from "./admin-site.ts";

const TREES = named("ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg", "elm.jpg");

test("an album shows its title, its subtitle and its photos in a grid of 300 px with 10 px between", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees", { category: "travel" });
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");

  await expect(page.getByRole("heading", { name: "Trees" })).toBeVisible();
  await expect(page.getByText("travel Album • 5 photos")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload Photos" })).toBeVisible();
  const box = async (index: number) => await tiles(page).nth(index).boundingBox();
  await page.setViewportSize({ width: 1240, height: 900 });
  await expect.poll(async () => await box(0)).toMatchObject({ width: 300, height: 300 });
  expect(((await box(1))?.x ?? 0) - ((await box(0))?.x ?? 0)).toBe(310);
  // Rather than make them narrower, the panel takes one away.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await box(2))?.x).toBe((await box(0))?.x);
  expect(await box(0)).toMatchObject({ width: 300, height: 300 });
  expect(await titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);

  await tiles(page).nth(1).click();
  await expect(tiles(page).nth(1)).toHaveAttribute("aria-selected", "true");
});

test("an empty album offers the next step, and no album asks to choose one", async ({ page, site }) => {
  await site.album("Trees");
  await page.goto("/admin/album/trees");
  await expect(page.getByRole("heading", { name: "No photos in this album yet" })).toBeVisible();
  await page.getByRole("button", { name: "Upload Your First Photos" }).click();
  await expect(page.getByRole("dialog", { name: "Upload Photos to Trees" })).toBeVisible();

  await page.goto("/admin/album");
  await expect(page.getByRole("heading", { name: "Select an album to manage photos" })).toBeVisible();
  await expect(page.getByText("Choose an album from the sidebar to view and edit its photos")).toBeVisible();

  await page.goto("/admin/album/no-such-album");
  await expect(page.getByRole("heading", { name: "Album not found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "All Albums" })).toBeVisible();
});

test("a failed photo list shows the status, and Retry loads it", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  await page.route("**/api/v1/admin/albums/trees/photos", (route) =>
    route.fulfill({ status: 403, json: { success: false, message: "Not now" } }),
  );
  await page.goto("/admin/album/trees");
  await expect(page.getByText("Failed to fetch album photos: 403 Not now")).toBeVisible();
  await page.unroute("**/api/v1/admin/albums/trees/photos");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(tiles(page)).toHaveCount(1);
});

test("an answer that is not JSON shows a readable load failure", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  await page.route("**/api/v1/admin/albums/trees/photos", (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Hotel Wi-Fi</h1>" }),
  );
  await page.goto("/admin/album/trees");
  await expect(page.getByRole("heading", { name: "Failed to load album photos" })).toBeVisible();
});

test("a dragged photo moves immediately, stays there after a reload, and Undo moves it back", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees");
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");
  // The new order must not wait for the server.
  const answered = Promise.withResolvers<void>();
  await page.route("**/photos/reorder", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
  await page.mouse.up();
  expect(await titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
  answered.resolve();
  await expect(message(page, /^New order of .* saved$/)).toBeVisible();

  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
  await drag(page, tiles(page).nth(3), await centreOf(tiles(page).nth(0)));
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(["damson", "birch", "cedar", "ash", "elm"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
});

test("a refused order shows a message, and the list is reloaded", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  await expect(tiles(page)).toHaveCount(5);
  await page.route("**/photos/reorder", (route) => route.fulfill({ status: 500, body: "" }));
  await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
  await page.mouse.up();
  await expect(page.getByRole("alert").getByText("Failed to reorder photos")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
});

test("Space, arrows, Space move a photo and announce its position; Escape puts it back", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  await tiles(page).nth(0).focus();
  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up ash, position 1 of 5.");
  await page.keyboard.press("ArrowRight");
  await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
  await page.keyboard.press("Escape");
  await expect(announcement(page)).toHaveText("ash was put back at position 1 of 5.");

  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up ash, position 1 of 5.");
  await page.keyboard.press("ArrowRight");
  await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
  await page.keyboard.press("ArrowRight");
  await expect(announcement(page)).toHaveText("ash, position 3 of 5.");
  await page.keyboard.press("Space");
  await expect(announcements(page).filter({ hasText: "Dropped ash at position 3 of 5." })).toHaveCount(1);
  await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
  await expect(tiles(page).nth(2)).toBeFocused();
});

test("a long album renders only what is in view, and the keyboard reaches the end", async ({ page, site }) => {
  await page.setViewportSize({ width: 1760, height: 500 });
  const names = Array.from({ length: 33 }, (_, index) => `photo ${index + 1}.jpg`);
  await site.photos(await site.album("Trees"), named(...names));
  await page.goto("/admin/album/trees");
  await expect(page.getByText("portraits Album • 33 photos")).toBeVisible();
  expect(await tiles(page).count()).toBeLessThan(24);
  await tiles(page).first().focus();
  await page.keyboard.press("End");
  const last = page.getByRole("option", { name: "photo 33", exact: true });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute("aria-posinset", "33");

  // Rows that come into view on the way up make room for it.
  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up photo 33, position 33 of 33.");
  for (const position of [30, 27, 24, 21, 18]) {
    await page.keyboard.press("ArrowUp");
    await expect(announcement(page)).toHaveText(`photo 33, position ${position} of 33.`);
  }
  await page.keyboard.press("Space");
  await expect(message(page, /^New order of .* saved$/)).toBeVisible();
  await expect(page.getByRole("option", { name: "photo 33", exact: true })).toHaveAttribute("aria-posinset", "18");
});

test("several selected photos are dragged together, and Move to… puts them at a position by number", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  await tiles(page).nth(0).click();
  await tiles(page)
    .nth(1)
    .click({ modifiers: ["Shift"] });
  await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(3)));
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(["cedar", "damson", "ash", "birch", "elm"]);

  await chooseAction(page, "Move to…");
  await page.getByLabel("Position, 1 to 4").fill("4");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(() => titles(page)).toEqual(["cedar", "damson", "elm", "ash", "birch"]);
});

test("the drop target appears near the corner; a photo dropped there leaves the album once confirmed", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  const target = page.getByText("Remove from album", { exact: true });
  await drag(page, tiles(page).nth(0), { x: 500, y: 200 });
  await expect(target).toBeHidden();
  // Outside the grid and the target: nothing moves.
  await page.mouse.move(1360, 500, { steps: 8 });
  await page.mouse.up();
  expect(await titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);

  await drag(page, tiles(page).nth(0), { x: 500, y: 200 });
  await page.mouse.move(900, 640, { steps: 8 });
  await expect(target).toBeVisible();
  const box = await target.locator("..").boundingBox();
  // In the corner of the grid: the panel's 300 px to the right of it stay free.
  expect(box).toEqual({ x: 1440 - 300 - 120 - 100, y: 900 - 120 - 100, width: 100, height: 100 });
  await page.mouse.move(970, 730, { steps: 8 });
  await page.mouse.up();

  const question = page.getByRole("dialog").getByText("Are you sure you want to delete this photo from the album?");
  await expect(question).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tiles(page)).toHaveCount(5);

  await drag(page, tiles(page).nth(0), { x: 900, y: 640 });
  await page.mouse.move(970, 730, { steps: 8 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Remove from Album" }).click();
  await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "damson", "elm"]);
  await expect(page.getByText("portraits Album • 4 photos")).toBeVisible();
  const { photos } = await site.admin.call(listPhotos, { query: { unassigned: "1" } });
  expect(photos.map(({ title, deleted }) => ({ title, deleted }))).toEqual([{ title: "ash", deleted: false }]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
});

test("photos are removed by menu and by key, and stay if the server refuses", async ({ page, site }) => {
  const album = await site.album("Trees");
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");
  await tiles(page).nth(2).click();
  await chooseAction(page, "Remove from album");
  await page.getByRole("button", { name: "Remove from Album" }).click();
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);

  await page.route("**/api/v1/admin/albums/trees/photos/*", (route) => route.fulfill({ status: 500, body: "" }));
  await tiles(page).nth(0).click();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Remove from Album" }).click();
  await expect(page.getByRole("alert").getByText("Failed to delete photo")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);
  await page.unroute("**/api/v1/admin/albums/trees/photos/*");

  await tiles(page).nth(0).click();
  await tiles(page)
    .nth(1)
    .click({ modifiers: ["ControlOrMeta"] });
  await page.keyboard.press("r");
  await expect(page.getByText("Are you sure you want to delete these 2 photos from the album?")).toBeVisible();
  await page.getByRole("button", { name: "Remove from Album" }).click();
  await expect.poll(() => titles(page)).toEqual(["damson", "elm"]);
  const left = await site.admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(left.photos.map(({ title }) => title)).toEqual(["damson", "elm"]);
});

test("of two tabs on one album, the late one gets a message and the latest order, and nothing is lost", async ({
  page,
  context,
  site,
}) => {
  const album = await site.album("Trees");
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");
  await expect(tiles(page)).toHaveCount(5);
  const other = await context.newPage();
  await other.goto("/admin/album/trees");
  await expect(tiles(other)).toHaveCount(5);

  // Removed in one tab; the other still shows it.
  await tiles(other).nth(4).click();
  await other.keyboard.press("r");
  await other.getByRole("button", { name: "Remove from Album" }).click();
  await expect(tiles(other)).toHaveCount(4);
  await expect(message(other, /Still in the library/)).toBeVisible();
  await page.bringToFront();
  await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
  await page.mouse.up();
  await expect(page.getByRole("alert")).toContainText("This album was changed in another window");
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson"]);

  // Two orders of the same photos: the later one wins.
  await other.bringToFront();
  await drag(other, tiles(other).nth(0), await centreOf(tiles(other).nth(1)));
  await other.mouse.up();
  await expect(message(other, /^New order of .* saved$/)).toBeVisible();
  await page.bringToFront();
  await drag(page, tiles(page).nth(3), await centreOf(tiles(page).nth(0)));
  await page.mouse.up();
  await expect(message(page, /^New order of .* saved$/)).toBeVisible();
  const stored = await site.admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(stored.photos.map(({ title }) => title)).toEqual(["damson", "ash", "birch", "cedar"]);
  await expect.poll(() => titles(page)).toEqual(["damson", "ash", "birch", "cedar"]);
});

test("Undo puts a photo back in its place, also when another tab has reordered the album", async ({ page, site }) => {
  const album = await site.album("Trees");
  const [ash, birch, , damson, elm] = (await site.photos(album, TREES)).map(({ id }) => id);
  await page.goto("/admin/album/trees");
  await tiles(page).nth(2).click();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Move to trash" }).last().click();
  await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);
  await expect(message(page, /moved to trash$/)).toBeVisible();
  const photo_ids = [elm, ash, birch, damson].map((id) => id ?? 0);
  await site.admin.call(reorderAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids } });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toEqual(["elm", "ash", "birch", "cedar", "damson"]);
});

test("Undo takes back a move and nothing else, also when another tab has moved and removed photos", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees");
  const [ash, birch, cedar, damson, elm] = (await site.photos(album, TREES)).map(({ id }) => id);
  await page.goto("/admin/album/trees");
  await tiles(page).nth(4).focus();
  for (const key of ["Space", ...Array(4).fill("ArrowLeft"), "Space"]) await page.keyboard.press(key);
  await expect(message(page, "New order of Trees saved")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["elm", "ash", "birch", "cedar", "damson"]);

  // As another tab does.
  const params = { slug: album.slug };
  const photo_ids = [elm, birch, ash, damson, cedar].map((id) => id ?? 0);
  await site.admin.call(reorderAlbumPhotos, { params, body: { photo_ids } });
  await site.admin.call(removeAlbumPhoto, { params: { ...params, photoId: cedar ?? 0 } });
  await page.keyboard.press("ControlOrMeta+z");
  await expect(message(page, "Undone: New order of Trees saved")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["birch", "ash", "damson", "elm"]);
  const stored = await site.admin.call(listAlbumPhotos, { params });
  expect(stored.photos.map(({ title }) => title)).toEqual(["birch", "ash", "damson", "elm"]);
});

test("a photo already removed in another tab shows a message, and the album is reloaded", async ({ page, site }) => {
  const album = await site.album("Trees");
  const [ash] = await site.photos(album, TREES);
  await page.goto("/admin/album/trees");
  await page.route("**/api/v1/admin/albums/trees/photos/*", async (route) => {
    await site.admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: ash?.id ?? 0 } });
    await route.continue();
  });
  await tiles(page).nth(0).click();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Remove from Album" }).click();
  await expect(page.getByRole("alert").getByText("Photo not found")).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "damson", "elm"]);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("touch and hold moves a photo, and a swipe still scrolls", async ({ page, site }) => {
    await site.photos(await site.album("Trees"), TREES);
    await page.goto("/admin/album/trees");
    await expect(tiles(page)).toHaveCount(5);
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const [from, to] = [await centreOf(tiles(page).nth(0)), await centreOf(tiles(page).nth(1))];

    await touch("touchStart", from);
    await expect(announcement(page)).toContainText("ash, position 1 of 5");
    for (let step = 1; step <= 10; step += 1) {
      await touch("touchMove", { x: to.x, y: from.y + ((to.y - from.y) * step) / 10 });
    }
    await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
    await touch("touchEnd");
    await expect.poll(() => titles(page)).toEqual(["birch", "ash", "cedar", "damson", "elm"]);

    const scroller = page.locator("[data-scroller]");
    await touch("touchStart", to);
    for (let step = 1; step <= 5; step += 1) await touch("touchMove", { x: to.x, y: to.y - 60 * step });
    await touch("touchEnd");
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    expect(await titles(page)).toEqual(["birch", "ash", "cedar", "damson", "elm"]);
  });
});

test("the album screen is accessible, and fits a phone", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  await expect(tiles(page)).toHaveCount(5);
  await expectAccessible(page);
  await expectToFit(page, 390);
});

const tiles = (page: Page) => page.getByRole("listbox").getByRole("option");

async function titles(page: Page): Promise<string[]> {
  return tiles(page).evaluateAll((options) =>
    options.map((option) => option.getAttribute("aria-label")?.replace(", Album cover", "") ?? ""),
  );
}

async function chooseAction(page: Page, entry: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("removedFromAlbum is broadcast for a removal that the server made, and for no other", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  const heard: string[] = [];
  await page.exposeFunction("hear", (action: string) => heard.push(action));
  await page.evaluate(() => {
    const { hear } = window as unknown as { hear: (action: string) => void };
    window.addEventListener("photoUpdated", (event) => hear((event as CustomEvent).detail.action));
  });
  await page.route("**/api/v1/admin/albums/trees/photos/*", (route) => route.fulfill({ status: 500, body: "" }), {
    times: 1,
  });
  for (const expected of ["updated", "removedFromAlbum"]) {
    await tiles(page).nth(0).click();
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Remove from Album" }).click();
    await expect.poll(() => heard.at(-1)).toBe(expected);
  }
  expect(heard).toEqual(["updated", "removedFromAlbum"]);
});

test("columns are 300 px with the panel open, the cover has a badge, and every menu entry an icon", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");
  await expect(page.getByRole("option", { name: "ash, Album cover" })).toBeVisible();
  for (const width of [1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await tiles(page).nth(0).boundingBox();
    expect(box, `${width} px`).toMatchObject({ width: 300, height: 300 });
  }
  await tiles(page).nth(1).click();
  await page.getByRole("button", { name: "More actions" }).click();
  const entries = page.getByRole("menuitem");
  expect(await entries.locator("svg").count()).toBe(await entries.count());
  await page.getByRole("menuitem", { name: "Use as album cover" }).click();
  await expect(page.getByRole("option", { name: "birch, Album cover" })).toBeVisible();
});
