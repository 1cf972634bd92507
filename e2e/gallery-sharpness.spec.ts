import { test as base, expect, type Locator } from "@playwright/test";
import type { AdminAlbum } from "../contract/albums.ts";
import { VARIANT_EDGE_PX } from "../contract/limits.ts";
import type { AdminPhoto } from "../contract/photos.ts";
import { startQuietSite } from "../rig/server.ts";
import { openPage } from "./open-page.ts";

/** Originals with more pixels than any screen below shows of them. */
const PICTURES = [
  { name: "landscape.jpg", width: 6000, height: 4000 },
  { name: "portrait.jpg", width: 4000, height: 6000 },
  { name: "panorama.jpg", width: 15_000, height: 2500 },
];

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

type Site = { url: string; album: AdminAlbum; photos: AdminPhoto[] };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const site = await startQuietSite();
      try {
        const album = await site.album("Detail", { category: "urban" });
        await use({ url: site.url, album, photos: await site.photos(album, PICTURES) });
      } finally {
        await site.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

// In one worker: each would upload these large originals and have all their sizes made.
test.describe.configure({ mode: "default" });

for (const viewport of SCREENS) {
  test.describe(`at ${viewport.width}@2x`, () => {
    test.use({ viewport, deviceScaleFactor: 2 });

    test("home, strip and viewer enlarge no photo whose original has the pixels", async ({ page, site }) => {
      await openPage(page, "/");
      await expectSharp(page.locator("picture img").first());

      await openPage(page, site.album.url);
      for (const photo of site.photos) {
        const frame = page.locator(`[data-photo="${photo.id}"]`);
        await frame.scrollIntoViewIfNeeded();
        await expectSharp(frame.locator("picture img"));
      }

      for (const photo of site.photos) {
        await openPage(page, `${site.album.url}/photo/${photo.id}`);
        const layers = page.locator('[data-place="current"] picture');
        await expect(layers).toHaveCount(2);
        await expectSharp(layers.last().locator("img"));
      }
    });
  });
}

/** Every pixel on the screen has a pixel of the picture, and the original is loaded only where no variant is enough. */
async function expectSharp(img: Locator) {
  await expect(img).toHaveCSS("opacity", "1");
  await expect
    .poll(() => img.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true);
  const { shown, picture, src } = await img.evaluate(async (element: HTMLImageElement) => {
    // naturalWidth follows from srcset and sizes; only the file knows how many pixels it has.
    const picture = await createImageBitmap(await (await fetch(element.currentSrc)).blob());
    const { width, height } = element.getBoundingClientRect();
    const scales = [width / picture.width, height / picture.height];
    const scale = getComputedStyle(element).objectFit === "cover" ? Math.max(...scales) : Math.min(...scales);
    return {
      shown: Math.round(Math.max(picture.width, picture.height) * scale * devicePixelRatio),
      picture: Math.max(picture.width, picture.height),
      src: element.currentSrc,
    };
  });
  expect(shown / picture, src).toBeLessThanOrEqual(1);
  if (src.includes("/original-")) expect(shown, src).toBeGreaterThan(VARIANT_EDGE_PX.xlarge);
}
