import type { Page } from "@playwright/test";
import { listAlbumPhotos, listAlbums } from "../contract/albums.ts";
import { listPhotoIds, listPhotos } from "../contract/photos.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import {
  announcement,
  centreOf,
  expect,
  expectToFit,
  named,
  pictureFile,
  test,
  tile,
  titles,
  undoOf,
} from "./admin-site.ts";
import { touchOn } from "./touch.ts";

const PHONE = { width: 390, height: 844 };

// All tests with a finger are in this file: the browser needs another context for them.
test.use({ viewport: PHONE, hasTouch: true });

/** By the menu: a phone has no other navigation. */
async function goTo(page: Page, link: RegExp) {
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: link }).tap();
}

async function choose(page: Page, menu: string, entry: string) {
  await page.getByRole("button", { name: menu }).tap();
  await page.getByRole("menuitem", { name: entry }).tap();
}

test("on a phone: create an album, upload, reorder, edit, and add to another album", async ({ page, site }) => {
  await site.album("Best of");
  await page.goto("/admin/albums");
  await page.getByRole("button", { name: "Create album" }).tap();
  await page.getByRole("dialog").getByLabel("Title").fill("Trees");
  await page.getByRole("dialog").getByRole("button", { name: "Create album" }).tap();
  await page.getByRole("button", { name: "Upload Your First Photos" }).tap();
  const files = await Promise.all(["ash.jpg", "birch.jpg", "cedar.jpg"].map(pictureFile));
  await page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(files);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(() => titles(page)).toBe("ash birch cedar");

  await tile(page, "cedar").tap();
  await choose(page, "More actions", "Change position…");
  await page.getByRole("button", { name: "To the start" }).tap();
  await expect.poll(() => titles(page)).toBe("cedar ash birch");
  await choose(page, "More actions", "Remove from album");
  await page.getByRole("dialog").getByRole("button", { name: "Remove from album" }).tap();
  await expect.poll(() => titles(page)).toBe("ash birch");
  const inAlbum = async () => (await site.admin.call(listAlbumPhotos, { params: { slug: "trees" } })).photos.length;
  await expect.poll(inAlbum).toBe(2);

  await tile(page, "ash").tap();
  await page.getByRole("button", { name: "Details", exact: true }).tap();
  const panel = page.getByRole("complementary", { name: "Photo details" });
  await panel.getByLabel("Title", { exact: true }).fill("Old ash");
  await panel.getByLabel("Caption", { exact: true }).fill("By the river");
  await panel.getByLabel("Visibility").selectOption("Private");
  await expectToFit(page, PHONE.width);
  await panel.getByRole("button", { name: "Close panel" }).tap();
  await expect(tile(page, "Old ash, Private")).toBeVisible();
  const found = async () => (await site.admin.call(listPhotos, { query: { q: "Old ash" } })).photos;
  await expect.poll(async () => (await found()).map(({ caption }) => caption)).toEqual(["By the river"]);

  await choose(page, "More actions", "Add to album…");
  const dialog = page.getByRole("dialog", { name: "Add to an album" });
  await dialog.getByLabel("Album").selectOption("Best of");
  await dialog.getByRole("button", { name: "Add to album" }).tap();
  await page.getByRole("button", { name: "Details", exact: true }).tap();
  await expect(panel.getByRole("link", { name: "Best of" })).toBeVisible();
});

test("on a phone: find, collect and delete photos, order the collections, and make one into an album", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees", { category: "urban" }), named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await page.goto("/admin");
  await page.getByRole("searchbox").fill("birch");
  await expect.poll(() => titles(page)).toBe("birch");
  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(3);
  for (const title of ["ash", "birch"]) await tile(page, title).locator("[data-toggle-selection]").tap();
  await expect(page.getByRole("toolbar").getByText("2 selected")).toBeVisible();
  for (const action of ["Favorite", "Feature", "Quick collection"]) {
    await page.getByRole("toolbar").getByRole("button", { name: action }).tap();
  }
  await expect(tile(page, "ash, Favorite, Featured, In the quick collection")).toBeVisible();
  await expectToFit(page, PHONE.width);
  await page.getByRole("button", { name: "Select none" }).tap();
  await tile(page, "cedar").tap();
  await page.getByRole("toolbar").getByRole("button", { name: "Move to trash" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).tap();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);

  await goTo(page, /^Trash/);
  const deleted = page.getByRole("list", { name: "Deleted photos" }).getByRole("listitem");
  await deleted.getByRole("checkbox").tap();
  const buttons = page.getByRole("toolbar", { name: "Selected photos" }).getByRole("button");
  await expect(buttons).toHaveCount(4);
  const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size, "rows of the selection bar").toBe(1);
  await deleted.getByRole("button", { name: "Restore" }).tap();
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await undoOf(page, "cedar restored").tap();
  await expectToFit(page, PHONE.width);
  await deleted.getByRole("button", { name: "Delete Forever" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Forever" }).tap();
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await expect.poll(async () => (await site.admin.call(listPhotos)).total).toBe(2);

  for (const screen of [/^Favorites/, /^Featured content/, /^Quick collection/]) {
    await goTo(page, screen);
    await expect.poll(() => titles(page)).toBe("birch ash");
    await tile(page, "ash").tap();
    await choose(page, "More actions", "Change position…");
    await page.getByRole("button", { name: "To the start" }).tap();
    await expect.poll(() => titles(page)).toBe("ash birch");
    await expectToFit(page, PHONE.width);
  }
  await page.getByRole("button", { name: "Make an album" }).tap();
  await page.getByRole("dialog").getByLabel("Title").fill("Two trees");
  await page.getByRole("dialog").getByRole("button", { name: "Create album" }).tap();
  await expect(page.getByRole("heading", { name: "Two trees", exact: true })).toBeVisible();
  await expect.poll(() => titles(page)).toBe("ash birch");

  await goTo(page, /^Quick collection/);
  await choose(page, "Actions for the quick collection", "Clear the collection");
  await expect(page.getByRole("heading", { name: "The quick collection is empty" })).toBeVisible();
  const collected = () => site.admin.call(listPhotoIds, { query: { quick_collection: "1" } });
  await expect.poll(async () => (await collected()).ids).toEqual([]);
});

test("on a phone: feature, rename and delete albums, run a batch, and sign in again", async ({ page, site }) => {
  await site.photos(await site.album("Milano", { category: "urban" }), named("ash.jpg"));
  await site.album("Rome", { category: "travel" });
  await page.goto("/admin/featured-albums");
  for (const title of ["Milano", "Rome"]) {
    await page.getByRole("button", { name: "Feature an album" }).tap();
    await page.getByRole("dialog").getByLabel("Album").selectOption(title);
    await page.getByRole("dialog").getByRole("button", { name: "Feature", exact: true }).tap();
    await expect(page.getByRole("list", { name: "Featured albums" })).toContainText(title);
  }
  await expectToFit(page, PHONE.width);
  await choose(page, "Actions for Rome", "Change position…");
  await page.getByRole("button", { name: "To the start" }).tap();
  await expect(page.getByRole("list", { name: "Featured albums" }).getByRole("listitem").first()).toContainText("Rome");

  await goTo(page, /^All Albums/);
  await choose(page, "Actions for Milano", "Edit");
  await page.getByRole("dialog").getByLabel("Title").fill("Milan");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).tap();
  await choose(page, "Actions for Rome", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).tap();
  await expect(page.getByText("1 album", { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await site.admin.call(listAlbums)).albums.map(({ title }) => title))
    .toEqual(["Milan"]);
  await expectToFit(page, PHONE.width);

  await goTo(page, /^Settings/);
  await page.getByRole("button", { name: "Regenerate All Variants" }).tap();
  await expect(page.getByRole("main").getByText("Processed 1 photos")).toBeVisible();
  await expectToFit(page, PHONE.width);
  // Only drop this page's copy of the token: the worker's other tests still use it. The load leaves no request of this screen
  // that would find out first and return here.
  await page.evaluate(() => localStorage.removeItem("admin_token"));
  await page.goto("/admin/account");
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expectToFit(page, PHONE.width);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).tap();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
});

test("on a phone: photos are selected by touch, the panel is modal, and the loupe obeys swipes and pinches", async ({
  page,
  site,
}) => {
  const panel = page.getByRole("complementary", { name: "Photo details" });
  const details = page.getByRole("toolbar").getByRole("button", { name: "Details" });
  await site.photos(await site.album("Trees"), [...named("ash.jpg"), { name: "birch.jpg", width: 1200, height: 800 }]);
  await page.goto("/admin?sort=oldest");
  await tile(page, "ash").tap();
  await tile(page, "birch").tap({ position: { x: 16, y: 16 } });
  await expect(page.getByRole("toolbar").getByText("2 selected")).toBeVisible();
  await details.tap();
  await expect(panel.locator(":focus")).toBeVisible();
  await expect(page.locator("main")).toHaveAttribute("inert");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(details).toBeFocused();
  await details.tap();
  await page.mouse.click(20, 400);
  await expect(panel).toBeHidden();
  await expect(details).toBeFocused();
  await details.tap();
  await page.getByRole("button", { name: "Close panel" }).tap();
  await expect(panel).toBeHidden();

  const loupe = (name: string) => page.getByRole("dialog", { name: `Loupe: ${name}` });
  const shownPhoto = page.locator('[data-place="current"] [data-zoom]');
  await tile(page, "ash").tap();
  await page.getByRole("button", { name: "View large" }).tap();
  await expect(loupe("ash")).toBeVisible();
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 390, height: 844 });
  const touch = await touchOn(page);
  await touch.start([{ x: 320, y: 400 }]);
  for (const x of [260, 180, 100, 40]) await touch.move([{ x, y: 400 }]);
  await touch.end();
  await expect(loupe("birch")).toBeVisible();

  const width = () => shownPhoto.evaluate((photo) => photo.getBoundingClientRect().width);
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

test("on a phone: touch and hold moves a photo, and a swipe still scrolls", async ({ page, site }) => {
  await site.photos(
    await site.album("Trees"),
    named(...["ash", "birch", "cedar", "damson", "elm"].map((name) => `${name}.jpg`)),
  );
  // As with the keyboard open: its few photos do not fit.
  await page.setViewportSize({ width: PHONE.width, height: 560 });
  await page.goto("/admin/album/trees");
  await expect(page.getByRole("option")).toHaveCount(5);
  const touch = await touchOn(page);
  const [from, to] = [await centreOf(tile(page, "ash")), await centreOf(tile(page, "birch"))];

  await touch.start([from]);
  await expect(announcement(page)).toContainText("ash, position 1 of 5");
  for (let step = 1; step <= 10; step += 1) {
    await touch.move([{ x: to.x, y: from.y + ((to.y - from.y) * step) / 10 }]);
  }
  await expect(announcement(page)).toHaveText("ash, position 2 of 5.");
  await touch.end();
  await expect.poll(() => titles(page)).toBe("birch ash cedar damson elm");

  const scroller = page.locator("[data-scroller]");
  await touch.start([to]);
  for (let step = 1; step <= 5; step += 1) await touch.move([{ x: to.x, y: to.y - 60 * step }]);
  await touch.end();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  expect(await titles(page)).toBe("birch ash cedar damson elm");
});
