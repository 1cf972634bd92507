import type { Locator, Page } from "@playwright/test";
import { getPhoto, listPhotos } from "../contract/photos.ts";
import { trashPhoto } from "../contract/trash.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, expectToFit, message, named, pictureFile, test, tile, titles } from "./admin-site.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Photo details" });
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Selected photos" });

async function openAlbum(page: Page, site: RunningSite, ...names: string[]) {
  const album = await site.album("Milano", { category: "urban" });
  const photos = await site.photos(album, named(...names));
  await page.goto(`/admin/album/${album.slug}`);
  await expect(page.getByRole("option")).toHaveCount(names.length);
  return photos;
}

/** Where Tab continues and the screen reader is. On the body, both lose their place. */
async function expectFocusOn(page: Page, target: Locator) {
  await expect(target).toBeFocused();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
}

test("after trash by toolbar the focus is on the photo that took the place", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg", "birch.jpg", "cedar.jpg");
  await tile(page, "birch").click();
  await toolbar(page).getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  await expect.poll(() => titles(page)).toBe("ash cedar");
  await expectFocusOn(page, tile(page, "cedar"));

  await message(page, "birch moved to trash").locator("..").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titles(page)).toBe("ash birch cedar");
  await expect(message(page, /^Undone/)).toBeVisible();
  await expectFocusOn(page, page.getByRole("listbox").locator(":focus"));
});

test("after Restore the focus is on the next photo in the trash, then on Refresh Trash", async ({ page, site }) => {
  const photos = await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg"));
  for (const { id } of photos) await site.admin.call(trashPhoto, { params: { id } });
  await page.goto("/admin/trash");
  const restore = page.getByRole("button", { name: "Restore", exact: true });
  await restore.first().focus();
  await page.keyboard.press("Enter");
  await expect(restore).toHaveCount(1);
  await expectFocusOn(page, restore);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toBeVisible();
});

test("removing a tag, and Enter or Escape in a field, keep the focus in the panel", async ({ page, site }) => {
  const [photo] = await openAlbum(page, site, "ash.jpg");
  await tile(page, "ash").click();
  const tags = panel(page).getByLabel("Tags", { exact: true });
  for (const tag of ["tree", "river"]) {
    await tags.fill(tag);
    await page.keyboard.press("Enter");
    await expectFocusOn(page, tags);
  }
  await panel(page).getByRole("button", { name: "Remove tag tree" }).click();
  await expectFocusOn(page, panel(page).getByRole("button", { name: "Remove tag river" }));
  await page.keyboard.press("Enter");
  await expectFocusOn(page, tags);

  const title = panel(page).getByLabel("Title", { exact: true });
  await title.fill("Old ash");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Saved").first()).toBeVisible();
  await expectFocusOn(page, title);
  await title.fill("Something else");
  await page.keyboard.press("Escape");
  await expectFocusOn(page, title);
  await expect(title).toHaveValue("Old ash");
  // The discarded text was not saved, and no message claims it was.
  await expect(title.locator("..").getByText("Saved")).toBeHidden();
  await page.keyboard.press("Escape");
  await expectFocusOn(page, tile(page, "Old ash"));
  expect(photo?.title).toBe("ash");
});

test("Skip in the upload dialog names its file, and the focus moves to the next one", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg", "birch.jpg");
  await page.getByRole("button", { name: "Upload Photos" }).click();
  const files = await Promise.all(["ash.jpg", "birch.jpg"].map(pictureFile));
  await page.getByLabel("Choose Photos").and(page.locator("input")).setInputFiles(files);
  await expect(page.getByRole("button", { name: "Upload Anyway: birch.jpg" })).toBeVisible();
  await page.getByRole("button", { name: "Skip ash.jpg" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Skip ash.jpg" })).toBeHidden();
  await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
});

test("starting a batch keeps the focus on the screen", async ({ page, site }) => {
  await site.photos(await site.album("Milano"), named("ash.jpg"));
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: /^Regenerate All Variants/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("Processed 1 photos")).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toBeVisible();
});

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu is modal: focus goes in, stays, Escape closes, and focus returns", async ({ page }) => {
    await page.goto("/admin");
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.click();
    const nav = page.getByRole("navigation", { name: "Admin" });
    await expect(nav.getByRole("link", { name: /^All content/ })).toBeFocused();
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header") !== null);
      expect(isOutside).toBe(false);
    }
    await nav.getByRole("link", { name: /^Trash/ }).focus();
    await page.keyboard.press("Escape");
    await expect(nav).toBeHidden();
    await expectFocusOn(page, menu);
  });

  test("the panel is modal, and a tap beside it closes it", async ({ page, site }) => {
    await openAlbum(page, site, "ash.jpg");
    await tile(page, "ash").click();
    const details = toolbar(page).getByRole("button", { name: "Details" });
    await details.click();
    await expect(panel(page).locator(":focus")).toBeVisible();
    await expect(page.locator("main")).toHaveAttribute("inert");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expectFocusOn(page, details);
    await details.click();
    await page.mouse.click(20, 400);
    await expect(panel(page)).toBeHidden();
    await expectFocusOn(page, details);
  });
});

test("keys act on a selection only from the photos or their toolbar, and can be switched off", async ({
  page,
  site,
}) => {
  await openAlbum(page, site, "ash.jpg");
  await tile(page, "ash").click();
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("s");
  await page.keyboard.press("Delete");
  await tile(page, "ash").focus();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("dialog")).toBeHidden();
  await toolbar(page).getByRole("button", { name: "Favorite" }).focus();
  await page.keyboard.press("f");
  await expect(tile(page, "ash, Favorite, Album cover$")).toBeVisible();

  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByLabel("Use single keys as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await tile(page, "ash").focus();
  await page.keyboard.press("s");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  const { photos } = await site.admin.call(listPhotos, { query: { featured: "1" } });
  expect(photos).toEqual([]);
  await page.evaluate(() => localStorage.removeItem("admin_shortcuts"));
});

test("one announcer says what was done to which photo, and how many are selected or found", async ({ page, site }) => {
  await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await page.goto("/admin?sort=oldest");
  await tile(page, "ash").click();
  await page.keyboard.press("f");
  await expect(page.getByRole("log", { name: "Done" })).toContainText("ash added to Favorites");
  await panel(page).getByLabel("Visibility").selectOption("Private");
  await expect(announcement(page)).toHaveText("ash made private");
  await tile(page, "ash").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(announcement(page)).toHaveText("2 photos selected");
  await page.getByRole("searchbox").fill("cedar");
  await expect(announcement(page)).toHaveText("1 found");
  await page.getByRole("searchbox").fill("oak");
  await expect(announcement(page)).toHaveText("None found");
  // Nothing on the screen itself speaks as well.
  expect(await page.locator("main [aria-live], main [role=status]").count()).toBe(0);
});

test("a carried group is announced with its size", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg", "birch.jpg", "cedar.jpg");
  await tile(page, "ash").click();
  await page.keyboard.press("Shift+ArrowRight");
  await expectFocusOn(page, tile(page, "birch"));
  await expect(announcement(page)).toHaveText("2 photos selected");
  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up birch and 1 other, position 2 of 3.");
  await page.keyboard.press("Escape");
});

test("panel edits show no message, and Ctrl+Z goes back through all of them", async ({ page, site }) => {
  const [photo] = await openAlbum(page, site, "ash.jpg");
  if (!photo) throw new Error("Not uploaded");
  const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo;
  await tile(page, "ash").click();
  await panel(page).getByLabel("Title", { exact: true }).fill("Old ash");
  await page.keyboard.press("Enter");
  await panel(page).getByLabel("Visibility").selectOption("Private");
  await panel(page).getByRole("button", { name: "Favorite" }).click();
  await expect.poll(async () => (await saved()).favorite).toBe(true);
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("button")).toHaveCount(0);

  for (const expected of [{ favorite: false }, { visibility: 0 }, { title: "ash" }]) {
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(saved).toMatchObject(expected);
  }
  await page.keyboard.press("ControlOrMeta+z");
  await expect(message(page, "Nothing to undo")).toBeVisible();
});

test("an error stays until it is dismissed", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg");
  await page.clock.install();
  await page.route("**/api/v1/admin/photos/*", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await tile(page, "ash").click();
  await page.keyboard.press("f");
  await expect(page.getByRole("alert")).toContainText("ash: Failed to update favorite");
  await page.clock.fastForward("10:00");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("another screen begins at its heading, and the skip link leads past the sidebar", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await expectFocusOn(page, page.getByRole("heading", { name: "Settings", level: 1 }));
  await expect(page).toHaveTitle("Settings – Admin");
  await page.getByRole("link", { name: "Travel" }).click();
  await expectFocusOn(page, page.getByRole("heading", { level: 1 }));

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expectFocusOn(page, page.getByRole("link", { name: "Skip to content" }));
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expectFocusOn(page, page.getByRole("main"));
});

test("the toolbar is one tab stop, with arrow keys inside, and wraps on the smallest screen", async ({
  page,
  site,
}) => {
  await openAlbum(page, site, "ash.jpg");
  await tile(page, "ash").click();
  const button = (name: string) => toolbar(page).getByRole("button", { name });
  await page.keyboard.press("Tab");
  await expectFocusOn(page, button("Select none"));
  await page.keyboard.press("ArrowRight");
  await expectFocusOn(page, button("Favorite"));
  await page.keyboard.press("End");
  await expectFocusOn(page, button("More actions"));
  await page.keyboard.press("ArrowRight");
  await expectFocusOn(page, button("Select none"));
  await page.keyboard.press("Tab");
  await expect(toolbar(page).locator(":focus")).toHaveCount(0);

  await expectToFit(page, 320);
  const bar = await toolbar(page).boundingBox();
  expect(bar && bar.x >= 0 && bar.x + bar.width <= 320).toBe(true);
  for (const each of await toolbar(page).getByRole("button").all()) {
    const box = await each.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 320, await each.innerText()).toBe(true);
  }
});

test("the borders of fields have a contrast of 3:1", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg");
  await tile(page, "ash").click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const contrast = await panel(page)
      .getByLabel("Title", { exact: true })
      .evaluate((field) => {
        const luminance = (color: string) => {
          const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((value) => {
            const share = value / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const around = getComputedStyle(field.closest("aside") ?? field).backgroundColor;
        const [one, other] = [luminance(getComputedStyle(field).borderTopColor), luminance(around)];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      });
    expect(contrast, colorScheme).toBeGreaterThanOrEqual(3);
  }
});

test("with forced colours the share that is complete can still be seen", async ({ page, site }) => {
  await site.photos(await site.album("Milano"), named("ash.jpg"));
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/settings");
  const bar = page.getByRole("progressbar", { name: "Complete" });
  await expect(bar).toBeVisible();
  const [track, filled] = await bar.evaluate((element) =>
    [element, element.firstElementChild ?? element].map((each) => getComputedStyle(each).backgroundColor),
  );
  expect(filled).not.toBe(track);
});

test("photos that need a description are found, counted and described one after the other", async ({ page, site }) => {
  const photos = await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await page.goto("/admin?sort=oldest");
  const show = page.getByLabel("Collection");
  await expect(show.getByRole("option", { name: "Needs a description (3)" })).toBeAttached();
  await show.selectOption("needs_alt");
  await tile(page, "ash").click();
  const alt = panel(page).getByLabel("Alt text", { exact: true });
  await alt.fill("An ash by the river");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toBe("birch cedar");
  await expect(panel(page).getByLabel("Title", { exact: true })).toHaveValue("birch");
  await expectFocusOn(page, alt);
  await page.keyboard.type("A birch in snow");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Title", { exact: true })).toHaveValue("cedar");
  await expectFocusOn(page, alt);
  await expect(show.getByRole("option", { name: "Needs a description (1)" })).toBeAttached();
  const saved = await Promise.all(photos.map(({ id }) => site.admin.call(getPhoto, { params: { id } })));
  expect(saved.map(({ photo }) => photo.alt)).toEqual(["An ash by the river", "A birch in snow", ""]);
});
