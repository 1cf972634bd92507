import type { Page } from "@playwright/test";
import sharp from "sharp";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { paths } from "../contract/paths.ts";
import { updatePhoto } from "../contract/photos.ts";
import { startQuietSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

/** A tablet upright, a phone on its side, an older tablet on its side, a laptop and a large screen. */
const SHAPES = [
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const tilesOf = (page: Page) => page.getByRole("main").getByRole("link", { name: /^(Urban|Portraits|Travel)/ });

test("home shows every name on screens of every shape, and no cover is a sliver", async ({ page }) => {
  await openPage(page, "/");
  for (const viewport of SHAPES) {
    await page.setViewportSize(viewport);
    for (const tile of await tilesOf(page).all()) {
      await expect(tile.getByText(/^(Urban|Portraits|Travel)$/)).toBeInViewport({ ratio: 1 });
      const cover = await tile.locator("span").first().boundingBox();
      if (!cover) throw new Error("The tile has no cover");
      const shape = `${viewport.width}×${viewport.height}`;
      expect(cover.width / cover.height, shape).toBeGreaterThanOrEqual(0.5);
      expect((cover.width * cover.height) / (viewport.width * viewport.height), shape).toBeGreaterThan(0.15);
    }
    await expect(page.getByRole("heading", { name: "Selected work" })).toBeInViewport({ ratio: 0.9 });
  }
});

test("the focus ring of a home tile lies on top of its photo", async ({ page }) => {
  await openPage(page, "/");
  const tile = tilesOf(page).first();
  await page.getByRole("banner").getByRole("link", { name: "CONTACT" }).focus();
  await page.keyboard.press("Tab");
  await expect(tile).toBeFocused();
  const picture = sharp(await tile.screenshot());
  const { width } = await picture.metadata();
  const pixel = await picture
    .extract({ left: Math.round(width / 2), top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...pixel].slice(0, 3)).toEqual([17, 17, 17]);
});

test("covers in links with words have no text of their own", async ({ page }) => {
  for (const path of ["/", "/urban"]) {
    await openPage(page, path);
    expect(await page.getByRole("main").locator("a img").count()).toBeGreaterThan(0);
    await expect(page.getByRole("main").locator("a img:not([alt=''])")).toHaveCount(0);
  }
});

test("Page Not Found leads on to three photographs", async ({ page, gallery, faults }) => {
  await page.goto("/nowhere");
  const photos = page.getByRole("main").getByRole("list").getByRole("link");
  await expect(photos).toHaveCount(3);
  await photos.first().click();
  await expect(page).toHaveURL(new RegExp(`^${gallery.url}/\\w+/[\\w-]+/photo/\\d+$`));
  // The browser logs the 404.
  faults.length = 0;
});

test("a tag's page shows its photos, and an untitled one by its album's name", async ({ page, gallery }) => {
  const [first, second] = gallery.photos;
  if (!first || !second) throw new Error("The album has too few photos");
  for (const { id } of [first, second]) {
    await gallery.admin.call(updatePhoto, { params: { id }, body: { tags: ["low sun"] } });
  }
  await openPage(page, paths.tag("low sun"));
  await expect(page).toHaveTitle("low sun – Mira Holm");
  await expect(page.getByRole("heading", { name: "low sun" })).toBeVisible();
  await expect(page.getByText("2 photos")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: first.title }).click();
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${first.id}`);
});

test("letters twice as large fit the header, which then has a menu", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await openPage(page, "/");
  await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("32px");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
});

test("an empty site invites its owner and stays calm for visitors; with few albums, covers are large", async ({
  page,
}) => {
  const site = await startQuietSite();
  try {
    const hint = page.getByRole("complementary", { name: "For you as the owner" });
    for (const path of ["/", "/urban", "/contact"]) {
      await openPage(page, site.url + path);
      await expect(hint).toBeHidden();
      await expect(page.getByText("0 albums")).toBeHidden();
      await expect(page.getByRole("main").locator("img")).toHaveCount(0);
    }
    await page.evaluate((key) => localStorage.setItem(key, "signed in"), ADMIN_TOKEN_KEY);
    for (const [path, words] of [
      ["/", "Create an album"],
      ["/urban", "Create an album"],
      ["/contact", "site.json"],
    ] as const) {
      await openPage(page, site.url + path);
      await expect(hint).toContainText(words);
      await expectAccessible(page);
    }
    await page.evaluate(() => localStorage.clear());

    for (const [category, count] of Object.entries({ urban: 1, portraits: 2, travel: 8 })) {
      for (let index = 0; index < count; index++) {
        // The keys above are categories.
        const album = await site.album(`${category} ${index}`, { category: category });
        await site.photos(album, [{ name: `${category}-${index}.jpg`, width: 300, height: 200 }]);
      }
    }
    const widthsAt = async (path: string, width: number) => {
      await page.setViewportSize({ width, height: 1000 });
      if (page.url() !== site.url + path) await page.goto(site.url + path);
      const albums = await page.getByRole("main").getByRole("listitem").all();
      return Promise.all(albums.map(async (album) => Math.floor((await album.boundingBox())?.width ?? 0)));
    };
    expect(await widthsAt("/urban", 2560)).toEqual([2496]);
    expect(await widthsAt("/portraits", 2560)).toEqual([1243, 1243]);
    expect(await widthsAt("/portraits", 820)).toEqual([373, 373]);
    for (const width of [820, 1024, 1440, 1920, 2560]) {
      const widths = await widthsAt("/travel", width);
      expect(new Set(widths).size).toBe(1);
      expect(widths[0]).toBeGreaterThanOrEqual(300);
      // A whole number of columns with 10 px between them fills the width between the gutters.
      const columns = (width - 64 + 10) / ((widths[0] ?? 0) + 10);
      expect(Math.abs(columns - Math.round(columns))).toBeLessThan(0.02);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}/urban`);
    await expect(page.getByRole("main").getByText("1 photo")).toBeInViewport();
  } finally {
    await site.stop();
  }
});
