import type { Page } from "@playwright/test";
import { listAlbumPhotos, removeAlbumPhoto, reorderAlbumPhotos } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import type { RunningSite } from "../rig/server.ts";
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
  undoOf,
} from "./admin-site.ts";

const TREES = named("ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg", "elm.jpg");

test("an album shows its title, subtitle, cover and photos in columns of about 300 px that fill the width", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees", { category: "travel" });
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");

  await expect(page.getByRole("heading", { name: "Trees" })).toBeVisible();
  await expect(page.getByText("Travel Album • 5 photos", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload Photos" })).toBeVisible();
  await expect(page.getByRole("option", { name: "ash, Album cover" })).toBeVisible();
  expect(await titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);

  const box = async (index: number) =>
    (await tiles(page).nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const columns = async () => new Set(await lefts(page)).size;
  const grid = page.getByRole("listbox");
  const slider = page.getByRole("slider", { name: "Thumbnail size" });
  for (const [width, expected] of [
    [2560, 5],
    [1440, 3],
    [1280, 2],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns, `columns at ${width} px`).toBe(expected);
    const [first, second, all] = [await box(0), await box(1), await grid.boundingBox()];
    expect(second.x - first.x - first.width).toBeCloseTo(10, 0);
    expect(first.width).toBeCloseTo(first.height, 0);
    if (width !== 2560) expect(first.width * expected + 10 * (expected - 1)).toBeCloseTo(all?.width ?? 0, 0);
  }

  await test.step("the slider makes room for more, here and in every other grid", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await slider.fill("110");
    await expect.poll(columns).toBe(5);
    const [{ width }, all] = [await box(0), await grid.boundingBox()];
    // Twenty photos of this size are on the screen next to the panel.
    expect(
      Math.floor(((all?.width ?? 0) + 10) / (width + 10)) * Math.floor((900 - (all?.y ?? 0)) / (width + 10)),
    ).toBeGreaterThan(20);
    await page.getByRole("link", { name: /^All content/ }).click();
    await expect(slider).toHaveValue("110");
    await page.getByRole("link", { name: /^Trees/ }).click();
    await slider.fill("300");
  });

  await test.step("at the end of the list nothing covers the last row", async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    await tiles(page).nth(0).click();
    const bar = page.getByRole("toolbar", { name: "Selected photos" });
    await page.locator("[data-scroller]").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect
      .poll(async () => ((await bar.boundingBox())?.y ?? 0) - (await box(4)).y - (await box(4)).height)
      .toBeGreaterThan(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await tiles(page).nth(1).click();
  await expect(tiles(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "More actions" }).click();
  const entries = page.getByRole("menuitem");
  expect(await entries.locator("svg").count()).toBe(await entries.count());
  await page.getByRole("menuitem", { name: "Use as album cover" }).click();
  await expect(page.getByRole("option", { name: "birch, Album cover" })).toBeVisible();
  await expectToFit(page, 390);
});

test("photos are dragged to a new position, alone or together, or out of the album", async ({ page, site }) => {
  const album = await site.album("Trees");
  await site.photos(album, TREES);
  await page.goto("/admin/album/trees");

  await test.step("a photo moves immediately, and Undo moves it back", async () => {
    // The new order must not wait for the server.
    const held = Promise.withResolvers<void>();
    await page.route("**/photos/reorder", async (route) => {
      await held.promise;
      await route.continue();
    });
    await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
    await page.mouse.up();
    expect(await titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
    held.resolve();
    await expect(message(page, "New order of Trees saved")).toBeVisible();
    expect(await stored(site, album.slug)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
    await undoOf(page, "New order of Trees saved").click();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
    await expect.poll(() => stored(site, album.slug)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
  });

  await test.step("the drop target appears near the corner; a photo dropped there leaves once confirmed", async () => {
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
    await page.getByRole("button", { name: "Remove from album" }).click();
    await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "damson", "elm"]);
    await expect(page.getByText("Portraits Album • 4 photos")).toBeVisible();
    const unassigned = async () => (await site.admin.call(listPhotos, { query: { unassigned: "1" } })).photos;
    await expect
      .poll(async () => (await unassigned()).map(({ title, deleted }) => ({ title, deleted })))
      .toEqual([{ title: "ash", deleted: false }]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
  });

  await test.step("several are dragged together, and Change position… puts them at a position by number", async () => {
    await tiles(page).nth(0).click();
    await tiles(page)
      .nth(1)
      .click({ modifiers: ["Shift"] });
    await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(3)));
    await page.mouse.up();
    await expect.poll(() => titles(page)).toEqual(["cedar", "damson", "ash", "birch", "elm"]);
    await page.keyboard.press("p");
    await page.getByLabel("Position, 1 to 4").fill("4");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(["cedar", "damson", "elm", "ash", "birch"]);
  });
});

test("an order that cannot be sent or is outdated gives way to the server's, with a message, and nothing is lost", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees");
  const [ash, birch, cedar, damson, elm] = (await site.photos(album, TREES)).map(({ id }) => id);
  const params = { slug: album.slug };
  await page.goto("/admin/album/trees");
  await expect(tiles(page)).toHaveCount(5);

  await test.step("while the server cannot be reached, and another tab has its own order", async () => {
    await page.context().setOffline(true);
    await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
    await page.mouse.up();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Failed to reorder photos: The server cannot be reached.");
    expect(await titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    const photo_ids = [elm, ash, birch, cedar, damson].map((id) => id ?? 0);
    await site.admin.call(reorderAlbumPhotos, { params, body: { photo_ids } });
    await page.context().setOffline(false);
    await expect.poll(() => titles(page)).toEqual(["elm", "ash", "birch", "cedar", "damson"]);
    await site.admin.call(reorderAlbumPhotos, { params, body: { photo_ids: [...photo_ids.slice(1), elm ?? 0] } });
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson", "elm"]);
  });

  await test.step("another tab has removed a photo, which this one still shows", async () => {
    await site.admin.call(removeAlbumPhoto, { params: { ...params, photoId: elm ?? 0 } });
    await drag(page, tiles(page).nth(0), await centreOf(tiles(page).nth(2)));
    await page.mouse.up();
    await expect(page.getByRole("alert")).toContainText("This album was changed in another window");
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "cedar", "damson"]);
  });

  await test.step("another tab has reordered the same photos: the later order wins", async () => {
    const photo_ids = [birch, ash, cedar, damson].map((id) => id ?? 0);
    await site.admin.call(reorderAlbumPhotos, { params, body: { photo_ids } });
    await drag(page, tiles(page).nth(3), await centreOf(tiles(page).nth(0)));
    await page.mouse.up();
    await expect(message(page, "New order of Trees saved")).toBeVisible();
    expect(await stored(site, album.slug)).toEqual(["damson", "ash", "birch", "cedar"]);
    await expect.poll(() => titles(page)).toEqual(["damson", "ash", "birch", "cedar"]);
  });
});

test("photos are moved by keyboard, alone or together, and each position is announced", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), TREES);
  await page.goto("/admin/album/trees");

  await test.step("L, arrows, L move a photo; Escape puts it back", async () => {
    await tiles(page).nth(0).focus();
    await page.keyboard.press("l");
    await expect(announcement(page)).toHaveText("Picked up ash, position 1 of 5.");
    await page.keyboard.press("ArrowRight");
    await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
    await page.keyboard.press("Escape");
    await expect(announcement(page)).toHaveText("ash was put back at position 1 of 5.");

    await page.keyboard.press("l");
    await expect(announcement(page)).toHaveText("Picked up ash, position 1 of 5.");
    await page.keyboard.press("ArrowRight");
    await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
    await page.keyboard.press("ArrowRight");
    await expect(announcement(page)).toHaveText("ash, position 3 of 5.");
    await page.keyboard.press("l");
    await expect(announcements(page).filter({ hasText: "Dropped ash at position 3 of 5." })).toHaveCount(1);
    await expect.poll(() => titles(page)).toEqual(["birch", "cedar", "ash", "damson", "elm"]);
    await expect(tiles(page).nth(2)).toBeFocused();
  });

  await test.step("a carried group is announced with its size", async () => {
    await tiles(page).nth(0).click();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(tiles(page).nth(1)).toBeFocused();
    await expect(announcement(page)).toHaveText("2 photos selected");
    await page.keyboard.press("l");
    await expect(announcement(page)).toHaveText("Picked up cedar and 1 other, position 2 of 5.");
    await page.keyboard.press("Escape");
  });
});

test("a long album renders only what is in view, and the keyboard reaches the end", async ({ page, site }) => {
  await page.setViewportSize({ width: 1600, height: 500 });
  const photos = Array.from({ length: 33 }, (_, index) => ({ name: `photo ${index + 1}.jpg`, width: 60, height: 40 }));
  await site.photos(await site.album("Trees"), photos);
  await page.goto("/admin/album/trees");
  await expect(page.getByText("Portraits Album • 33 photos")).toBeVisible();
  expect(await tiles(page).count()).toBeLessThan(24);
  await tiles(page).first().focus();
  await page.keyboard.press("End");
  const last = page.getByRole("option", { name: "photo 33", exact: true });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute("aria-posinset", "33");

  // Rows that come into view on the way up make room for it.
  await page.keyboard.press("l");
  await expect(announcement(page)).toHaveText("Picked up photo 33, position 33 of 33.");
  for (const position of [30, 27, 24, 21, 18]) {
    await page.keyboard.press("ArrowUp");
    await expect(announcement(page)).toHaveText(`photo 33, position ${position} of 33.`);
  }
  await page.keyboard.press("l");
  await expect(message(page, /^New order of .* saved$/)).toBeVisible();
  await expect(page.getByRole("option", { name: "photo 33", exact: true })).toHaveAttribute("aria-posinset", "18");

  await test.step("a reload keeps the place", async () => {
    const scroller = page.locator("[data-scroller]");
    const place = () => scroller.evaluate(({ scrollTop }) => scrollTop);
    await scroller.evaluate((element) => element.scrollTo(0, 1500));
    // The history follows the scrolling after a pause.
    await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain("1500");
    await page.reload();
    await expect(tiles(page).first()).toBeVisible();
    await expect.poll(place).toBe(1500);
  });
});

test("photos are removed by menu and by key, and stay if the server refuses", async ({ page, site }) => {
  const album = await site.album("Trees");
  const photos = await site.photos(album, TREES);
  const removals = "**/api/v1/admin/albums/trees/photos/*";
  await page.goto("/admin/album/trees");
  await page.evaluate(() => {
    window.addEventListener("photoUpdated", (event) => {
      document.body.dataset.heard = `${document.body.dataset.heard ?? ""} ${(event as CustomEvent).detail.action}`;
    });
  });

  await test.step("by menu", async () => {
    await tiles(page).nth(2).click();
    await chooseAction(page, "Remove from album");
    await page.getByRole("button", { name: "Remove from album" }).click();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);
    await expect(message(page, /Still in the library/)).toBeVisible();
    await expect(page.locator("body")).toHaveAttribute("data-heard", " removedFromAlbum");
  });

  await test.step("refused: removedFromAlbum is broadcast only for a removal that the server made", async () => {
    await page.route(removals, (route) => route.fulfill({ status: 500, body: "" }));
    await removeByKey(page);
    await expect(page.getByRole("alert").getByText("Failed to delete photo")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);
    await expect(page.locator("body")).toHaveAttribute("data-heard", " removedFromAlbum updated");
    await page.unroute(removals);
  });

  await test.step("several by key", async () => {
    await tiles(page).nth(0).click();
    await tiles(page)
      .nth(1)
      .click({ modifiers: ["ControlOrMeta"] });
    await page.keyboard.press("r");
    await expect(page.getByText("Are you sure you want to delete these 2 photos from the album?")).toBeVisible();
    await page.getByRole("button", { name: "Remove from album" }).click();
    await expect.poll(() => titles(page)).toEqual(["damson", "elm"]);
    await expect.poll(() => stored(site, album.slug)).toEqual(["damson", "elm"]);
  });

  await test.step("already removed in another tab: a message, and the album is reloaded", async () => {
    await page.route(removals, async (route) => {
      await site.admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: photos[3]?.id ?? 0 } });
      await route.continue();
    });
    await removeByKey(page);
    await expect(page.getByRole("alert").getByText("Photo not found")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["elm"]);
  });
});

test("Undo returns a photo, or takes back a move, and nothing else, also when another tab has changed the album", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees");
  const [ash, birch, cedar, damson, elm] = (await site.photos(album, TREES)).map(({ id }) => id);
  const params = { slug: album.slug };
  const reorder = (...ids: (number | undefined)[]) =>
    site.admin.call(reorderAlbumPhotos, { params, body: { photo_ids: ids.map((id) => id ?? 0) } });
  await page.goto("/admin/album/trees");

  await test.step("a photo from the trash returns to its place", async () => {
    await tiles(page).nth(2).click();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Move to trash" }).last().click();
    await expect.poll(() => titles(page)).toEqual(["ash", "birch", "damson", "elm"]);
    await expect(message(page, /moved to trash$/)).toBeVisible();
    await reorder(elm, ash, birch, damson);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => titles(page)).toEqual(["elm", "ash", "birch", "cedar", "damson"]);
  });

  await test.step("a moved photo moves back", async () => {
    await tiles(page).nth(4).focus();
    for (const key of ["l", ...Array(4).fill("ArrowLeft"), "l"]) await page.keyboard.press(key);
    await expect(message(page, "New order of Trees saved")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["damson", "elm", "ash", "birch", "cedar"]);
    await reorder(damson, ash, elm, cedar, birch);
    await site.admin.call(removeAlbumPhoto, { params: { ...params, photoId: birch ?? 0 } });
    await page.keyboard.press("ControlOrMeta+z");
    await expect(message(page, "Undone: New order of Trees saved")).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(["ash", "elm", "cedar", "damson"]);
    expect(await stored(site, album.slug)).toEqual(["ash", "elm", "cedar", "damson"]);
  });

  await test.step("Redo moves it again, and an undo that fails can be tried again", async () => {
    await page.keyboard.press("ControlOrMeta+y");
    await expect(message(page, "Redone: New order of Trees saved")).toBeVisible();
    expect(await stored(site, album.slug)).toEqual(["damson", "ash", "elm", "cedar"]);

    await page.context().setOffline(true);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByRole("alert")).toContainText("Failed to reorder photos");
    await page.context().setOffline(false);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => titles(page)).toEqual(["ash", "elm", "cedar", "damson"]);
    await expect.poll(() => stored(site, album.slug)).toEqual(["ash", "elm", "cedar", "damson"]);
  });
});

const tiles = (page: Page) => page.getByRole("listbox").getByRole("option");

async function titles(page: Page): Promise<string[]> {
  return tiles(page).evaluateAll((options) =>
    options.map((option) => option.getAttribute("aria-label")?.replace(", Album cover", "") ?? ""),
  );
}

const stored = async ({ admin }: RunningSite, slug: string) =>
  (await admin.call(listAlbumPhotos, { params: { slug } })).photos.map(({ title }) => title);

async function chooseAction(page: Page, entry: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function removeByKey(page: Page) {
  await tiles(page).nth(0).click();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Remove from album" }).click();
}

const lefts = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((tile) => Math.round(tile.getBoundingClientRect().left)));
