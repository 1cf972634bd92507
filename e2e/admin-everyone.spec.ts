import type { Locator, Page } from "@playwright/test";
import { getPhoto, listPhotos } from "../contract/photos.ts";
import type { RunningSite } from "../rig/server.ts";
import {
  announcement,
  announcements,
  expect,
  expectToFit,
  message,
  named,
  pictureFile,
  test,
  tile,
  titles,
} from "./admin-site.ts";

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

test("the focus stays close to what was done", async ({ page, site }) => {
  await openAlbum(page, site, "ash.jpg", "birch.jpg", "cedar.jpg");

  await test.step("after trash by toolbar it is on the photo that took the place", async () => {
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

  await test.step("removing a tag, and Enter or Escape in a field, keep it in the panel", async () => {
    await tile(page, "ash").click();
    // The panel follows the selection once it has settled.
    const title = panel(page).getByLabel("Title", { exact: true });
    await expect(title).toHaveValue("ash");
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

    await title.fill("Old ash");
    await page.keyboard.press("Enter");
    const saved = title.locator("..").getByText("Saved");
    await expect(saved).toBeVisible();
    await expectFocusOn(page, title);
    await title.fill("Something else");
    await page.keyboard.press("Escape");
    await expectFocusOn(page, title);
    await expect(title).toHaveValue("Old ash");
    // The discarded text was not saved, and no message claims it was.
    await expect(saved).toBeHidden();
    await page.keyboard.press("Escape");
    await expectFocusOn(page, tile(page, "Old ash"));
  });

  await test.step("Skip in the upload dialog names its file, and it moves to the next one", async () => {
    await page.getByRole("button", { name: "Upload Photos" }).click();
    const files = await Promise.all(["ash.jpg", "birch.jpg"].map(pictureFile));
    await page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(files);
    await expect(page.getByRole("button", { name: "Upload anyway: birch.jpg" })).toBeVisible();
    await page.getByRole("button", { name: "Skip ash.jpg" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Skip ash.jpg" })).toBeHidden();
    await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  });
});

test("the toolbar is one tab stop, and keys act on a selection only from the photos or the toolbar", async ({
  page,
  site,
}) => {
  await openAlbum(page, site, "ash.jpg");
  const button = (name: string) => toolbar(page).getByRole("button", { name });

  await test.step("one tab stop, with arrow keys inside", async () => {
    await tile(page, "ash").click();
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
  });

  await test.step("keys act from the photos or the toolbar", async () => {
    await page.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("s");
    await page.keyboard.press("Delete");
    await tile(page, "ash").focus();
    await page.keyboard.press("Backspace");
    await expect(page.getByRole("dialog")).toBeHidden();
    await button("Favorite").focus();
    await page.keyboard.press("f");
    await expect(tile(page, "ash, Favorite, Album cover$")).toBeVisible();
  });

  await test.step("they can be switched off", async () => {
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

  await test.step("the toolbar wraps on the smallest screen", async () => {
    await expectToFit(page, 320);
    const bar = await toolbar(page).boundingBox();
    expect(bar && bar.x >= 0 && bar.x + bar.width <= 320).toBe(true);
    for (const each of await toolbar(page).getByRole("button").all()) {
      const box = await each.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 320, await each.innerText()).toBe(true);
    }
  });
});

test("panel edits are undone one by one, and the borders of fields can be seen", async ({ page, site }) => {
  const [photo] = await openAlbum(page, site, "ash.jpg");
  if (!photo) throw new Error("Not uploaded");
  const title = panel(page).getByLabel("Title", { exact: true });
  await tile(page, "ash").click();

  await test.step("the borders of fields have a contrast of 3:1", async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      const contrast = await title.evaluate((field) => {
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

  await test.step("panel edits show no message, and Ctrl+Z goes back through all of them", async () => {
    const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo;
    await title.fill("Old ash");
    await page.keyboard.press("Enter");
    await panel(page).getByLabel("Visibility").selectOption("Private");
    await panel(page).getByLabel("License").focus();
    await panel(page).getByLabel("License").selectOption("Public Domain");
    await expect.poll(async () => (await saved()).license).toBe("Public Domain");
    await expect(page.getByRole("region", { name: "Messages" }).getByRole("button")).toHaveCount(0);
    for (const expected of [{ license: "All Rights Reserved" }, { visibility: 0 }, { title: "ash" }]) {
      await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(saved).toMatchObject(expected);
    }
    await page.keyboard.press("ControlOrMeta+z");
    await expect(message(page, "Nothing to undo")).toBeVisible();
  });
});

test("one announcer says what was done, and photos that need a description are described one after the other", async ({
  page,
  site,
}) => {
  const photos = await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await page.goto("/admin?sort=oldest");

  await test.step("to which photo, and how many are selected or found", async () => {
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

  await test.step("photos that need a description are found, counted and described", async () => {
    await page.getByRole("searchbox").fill("");
    await expect.poll(() => titles(page)).toBe("ash birch cedar");
    const show = page.getByLabel("Collection", { exact: true });
    await expect(show.getByRole("option", { name: "Needs a description (3)" })).toBeAttached();
    await show.selectOption("needs_alt");
    await expect(page).toHaveURL(/needs_alt/);
    await tile(page, "ash").click();
    // For a moment the panel still shows the two photos selected before.
    await expect(panel(page).getByRole("heading", { name: "Photo", exact: true })).toBeVisible();
    const alt = panel(page).getByLabel("Alt text", { exact: true });
    await alt.fill("An ash by the river");
    await page.keyboard.press("Enter");
    await expect(announcements(page).filter({ hasText: "birch, 2 of 3" })).toHaveCount(1);
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
});
