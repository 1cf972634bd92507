import type { Page } from "@playwright/test";
import sharp from "sharp";
import { createCategory } from "../contract/categories.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { type AdminPhoto, bulkPhotos } from "../contract/photos.ts";
import { startQuietSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
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

test("home shows the three categories on screens of every shape, each linked to its albums", async ({ page }) => {
  await openPage(page, "/");
  const tiles = tilesOf(page);
  const selected = page.getByRole("heading", { name: "Selected work" });
  await expect(tiles).toHaveCount(3);

  for (const viewport of WIDTHS) {
    await test.step(`at ${viewport.width} px the tiles fill the first view, or are one above the other`, async () => {
      await page.setViewportSize(viewport);
      const boxes = await Promise.all([0, 1, 2].map(async (index) => tiles.nth(index).boundingBox()));
      const isNarrow = viewport.width <= 768;
      const areSideBySide = boxes.every((box) => box?.y === boxes[0]?.y);
      expect(areSideBySide).toBe(!isNarrow);
      await expect(selected).toBeVisible();
      if (isNarrow) return;
      // Except for what lets the row below peek in.
      await expect(selected).toBeInViewport({ ratio: 1 });
      expect(boxes[0]?.height).toBeGreaterThan((viewport.height - 80) * 0.85);
      expect(boxes[0]?.height).toBeLessThan(viewport.height - 80);
    });
  }

  for (const viewport of SHAPES) {
    const shape = `${viewport.width}×${viewport.height}`;
    await test.step(`at ${shape} every name is in view, and no cover is a sliver`, async () => {
      await page.setViewportSize(viewport);
      for (const tile of await tiles.all()) {
        await expect(tile.getByText(/^(Urban|Portraits|Travel)$/)).toBeInViewport({ ratio: 1 });
        const cover = await tile.locator("span").first().boundingBox();
        if (!cover) throw new Error("The tile has no cover");
        expect(cover.width / cover.height, shape).toBeGreaterThanOrEqual(0.5);
        expect((cover.width * cover.height) / (viewport.width * viewport.height), shape).toBeGreaterThan(0.15);
      }
      await expect(selected).toBeInViewport({ ratio: 0.9 });
    });
  }

  await test.step("a cover is fetched as large as its tile, which is lower above selected work", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const [promised, needed] = await tiles
      .first()
      .locator("picture img")
      .evaluate((img: HTMLImageElement) => {
        const ruler = document.createElement("div");
        ruler.style.width = img.sizes.slice(img.sizes.lastIndexOf("max("));
        document.body.append(ruler);
        const width = ruler.getBoundingClientRect().width;
        ruler.remove();
        const box = img.getBoundingClientRect();
        const aspect = Number(img.getAttribute("width")) / Number(img.getAttribute("height"));
        return [width, Math.max(box.width, aspect * box.height)] as const;
      });
    expect(promised / needed).toBeGreaterThanOrEqual(1);
    expect(promised / needed).toBeLessThan(1.05);
  });

  await test.step("the focus ring of a tile lies on top of its photo", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("banner").getByRole("link", { name: "CONTACT" }).focus();
    await page.keyboard.press("Tab");
    await expect(tiles.first()).toBeFocused();
    const picture = sharp(await tiles.first().screenshot());
    const { width } = await picture.metadata();
    const pixel = await picture
      .extract({ left: Math.round(width / 2), top: 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...pixel].slice(0, 3)).toEqual([17, 17, 17]);
  });

  await test.step("letters twice as large fit the header, which then has a menu", async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    const burger = page.getByRole("button", { name: "Open menu" });
    await expect(burger).toBeHidden();
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await expect(burger).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("32px");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
    await expect(burger).toBeHidden();
  });

  await tiles.filter({ hasText: "Urban" }).click();
  await expect(page).toHaveURL("/urban");
  await expect(page).toHaveTitle("Urban – Mira Holm");
  await expect(page.getByRole("link", { name: /Stone and Light\s*8 photos/ })).toBeVisible();
});

test("an empty site invites its owner and stays calm for visitors; with few albums, covers are large", async ({
  page,
}) => {
  const site = await startQuietSite();
  try {
    const follow = async (label: string, path: string) => {
      await page.getByRole("banner").getByRole("link", { name: label, exact: true }).click();
      await expect(page).toHaveURL(site.url + path);
    };
    const hint = page.getByRole("complementary", { name: "For you as the owner" });
    const pages = [
      { label: "HOME", path: "/", words: "Create an album", heading: "Vitrine", placeholders: 3 },
      { label: "URBAN", path: "/urban", words: "Create an album", heading: "Urban", placeholders: 0 },
      { label: "CONTACT", path: "/contact", words: "site.json", heading: "Vitrine", placeholders: 0 },
    ];

    await openPage(page, site.url);
    for (const { label, path, heading, placeholders } of pages) {
      await test.step(`a visitor of ${path}`, async () => {
        await follow(label, path);
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await expect(hint).toBeHidden();
        await expect(page.getByText("0 albums")).toBeHidden();
        await expect(page.getByRole("main").locator("img:visible")).toHaveCount(placeholders);
        await expect(page.getByRole("main").locator("img:not([src*=missing-picture])")).toHaveCount(0);
      });
    }
    await page.evaluate((key) => localStorage.setItem(key, "signed in"), ADMIN_TOKEN_KEY);
    for (const { label, path, words } of pages) {
      await test.step(`the owner at ${path}`, async () => {
        await follow(label, path);
        await expect(hint).toContainText(words);
        await expectAccessible(page);
      });
    }
    await page.evaluate(() => localStorage.clear());

    let shared: AdminPhoto | undefined;
    const makeAlbum = async (title: string, category: string) => {
      const { id } = await site.album(title, { category });
      if (!shared) throw new Error("The photo was not stored");
      await site.admin.call(bulkPhotos, { body: { ids: [shared.id], action: "add_to_album", album_id: id } });
    };
    await test.step("the fewer albums, the larger their covers", async () => {
      const [photo] = await site.photos(await site.album("urban 0", { category: "urban" }), [
        { name: "pier.jpg", width: 300, height: 200 },
      ]);
      shared = photo;
      for (const [category, count] of Object.entries({ portraits: 2, travel: 8 })) {
        for (let index = 0; index < count; index++) await makeAlbum(`${category} ${index}`, category);
      }
      const albums = page.getByRole("main").getByRole("listitem");
      const widthsAt = async (width: number) => {
        await page.setViewportSize({ width, height: 1000 });
        return albums.evaluateAll((all) => all.map((album) => Math.floor(album.getBoundingClientRect().width)));
      };
      await page.setViewportSize({ width: 1440, height: 900 });
      await follow("URBAN", "/urban");
      await expect(page.getByRole("main").getByText("1 photo")).toBeInViewport();
      expect(await widthsAt(2560)).toEqual([2496]);
      await follow("PORTRAITS", "/portraits");
      await expect(albums).toHaveCount(2);
      expect(await widthsAt(2560)).toEqual([1243, 1243]);
      // Below each other: side by side they would leave most of an upright window empty.
      expect(await widthsAt(820)).toEqual([756, 756]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await follow("TRAVEL", "/travel");
      await expect(albums).toHaveCount(8);
      for (const width of [820, 1024, 1440, 1920, 2560]) {
        const widths = await widthsAt(width);
        expect(new Set(widths).size).toBe(1);
        expect(widths[0]).toBeGreaterThanOrEqual(300);
        // A whole number of columns with 10 px between them fills the width between the gutters.
        const columns = (width - 64 + 10) / ((widths[0] ?? 0) + 10);
        expect(Math.abs(columns - Math.round(columns))).toBeLessThan(0.02);
      }
    });

    await test.step("up to sixty categories have covers of at least 240 px, in rows without gaps up to ten", async () => {
      let known = 3;
      for (const count of [9, 60]) {
        for (; known < count; known++) {
          const { category } = await site.admin.call(createCategory, { body: { name: `Series ${known}` } });
          await makeAlbum(`Album of ${known}`, category.key);
        }
        await openPage(page, site.url);
        for (const viewport of [...SHAPES, { width: 390, height: 844 }]) {
          await page.setViewportSize(viewport);
          const shape = `${count} at ${viewport.width}×${viewport.height}`;
          const covers = await page.locator("main li a > span:first-child").evaluateAll((all) =>
            all.map((cover) => {
              const { left, top, right, width, height } = cover.getBoundingClientRect();
              return { left, top, right, width, height };
            }),
          );
          expect(covers, shape).toHaveLength(count);
          for (const { width, height } of covers) {
            expect(height, shape).toBeGreaterThanOrEqual(239.5);
            expect(width / height, shape).toBeGreaterThanOrEqual(0.5);
          }
          const last = covers.at(-1);
          const rowEnd = Math.max(...covers.map(({ right }) => right));
          if (count <= 10) expect(last?.right, shape).toBeCloseTo(rowEnd, 0);
        }
      }
    });
  } finally {
    await site.stop();
  }
});
