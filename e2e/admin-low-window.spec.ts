import type { Page } from "@playwright/test";
import { bulkPhotos } from "../contract/photos.ts";
import { createRoom } from "../contract/rooms.ts";
import { trashPhoto } from "../contract/trash.ts";
import { createWrittenPage } from "../contract/written-pages.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, named, test, tile } from "./admin-site.ts";
import { expectReachable } from "./reachable.ts";

/** A laptop of 1280 by 1024 at 400 %. */
test.use({ viewport: { width: 320, height: 256 } });

test("at 400 % every control of every screen can be scrolled to and pressed", async ({ page, site, browser }) => {
  const album = await site.album("Trees", { category: "urban" });
  const photos = await site.photos(album, named(...["ash", "birch", "cedar", "elm"].map((name) => `${name}.jpg`)));
  const [first, second, third] = photos.map(({ id }) => id);
  if (!first || !second || !third) throw new Error("Not uploaded");
  for (const change of [{ favorite: true }, { featured: true }, { quick_collection: true }]) {
    await site.admin.call(bulkPhotos, { body: { ids: [first, second], action: "update", change } });
  }
  await site.admin.call(trashPhoto, { params: { id: third } });
  const { room } = await site.admin.call(createRoom, {
    body: { title: "Proofs", album_slug: album.slug, download: "none", selection: true },
  });

  // A drawer that is still sliding in cannot be pressed.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const paths = [
    ...["", "/favorites", "/featured-content", "/featured-albums", "/quick-collection", "/trash", "/albums"],
    ...[
      "/albums/urban",
      `/album/${album.slug}`,
      `/album/${album.slug}/table`,
      "/pages",
      "/rooms",
      `/rooms/${room.id}`,
      "/photos",
      "/users",
      "/settings",
    ],
    ...["/site", "/categories", "/account", "/messages", "/activity", "/nowhere"],
  ];
  for (const path of paths) {
    await test.step(`/admin${path}`, async () => {
      await page.goto(`/admin${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Loading...")).toHaveCount(0);
      await expectReachable(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }

  await test.step("/admin/login", async () => {
    // Without the session of the other tests, which it would end.
    const context = await browser.newContext({
      viewport: page.viewportSize(),
      storageState: { cookies: [], origins: [] },
    });
    const login = await context.newPage();
    await login.goto(`${site.url}/admin/login`);
    await expect(login.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await expectReachable(login);
    await context.close();
  });

  await test.step("the editor of a page, with each of its blocks open", async () => {
    const { page: written } = await site.admin.call(createWrittenPage, {
      body: {
        kind: "page",
        title: "About",
        blocks: [
          { kind: "heading", text: "Ash" },
          { kind: "text", text: "An *old* house" },
          { kind: "quote", text: "Wait", by: "Ada" },
          { kind: "photos", photo_ids: [first], caption: "Both" },
          { kind: "entries", entries: [{ year: "2024", title: "Ash", place: "Oslo", note: "", url: "" }] },
          { kind: "album", album_id: album.id },
        ],
      },
    });
    await page.goto(`/admin/pages/${written.id}`);
    const blocks = page.frameLocator("iframe").getByRole("region", { name: /, block \d of 6$/ });
    await expect(blocks).toHaveCount(6);
    await expectReachable(page);
    for (const block of await blocks.all()) {
      await block.focus();
      await expectReachable(page);
      await block.press("Enter");
      await expectReachable(page);
      await page.keyboard.press("Escape");
    }
    await blocks.first().press("/");
    await expectReachable(page);
    await page.keyboard.press("Escape");
    for (const name of ["Versions", "Settings"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectReachable(page);
      await page.keyboard.press("Escape");
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  await test.step("the drawers, the bar, the loupe and the dialogs of an album", async () => {
    await page.goto(`/admin/album/${album.slug}`);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
    await expectReachable(page);
    await page.keyboard.press("Escape");
    await tile(page, "ash").click();
    await expect(page.getByRole("toolbar")).toBeVisible();
    await expectReachable(page);
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await expect(page.getByRole("complementary").getByLabel("Title", { exact: true })).toBeVisible();
    await expectReachable(page);
    await page.keyboard.press("Escape");
    for (const [key, name] of [
      ["p", "Change position of this photo"],
      ["a", "Add to an album"],
      ["Delete", "Delete photo"],
      ["?", "Keyboard shortcuts"],
    ] as const) {
      await openAndWalk(page, key, name);
    }
    await tile(page, "ash").press("e");
    await expect(page.getByRole("dialog", { name: "Loupe: ash" })).toBeVisible();
    await expectReachable(page);
    await expectAccessible(page);
  });
});

async function openAndWalk(page: Page, key: string, name: string) {
  await tile(page, "ash").press(key);
  await expect(page.getByRole("dialog", { name })).toBeVisible();
  await expectReachable(page);
  await page.keyboard.press("Escape");
}
