import type { Locator, Page } from "@playwright/test";
import { updateAlbum } from "../contract/albums.ts";
import { VARIANT_EDGE_PX } from "../contract/limits.ts";
import { updatePhoto } from "../contract/photos.ts";
import { makePicture } from "../rig/make-picture.ts";
import { expect, type Shape, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

/** A landscape, a portrait and a panorama with more pixels than any screen below shows of them. */
const SHAPES: Shape[] = [
  [4200, 2800],
  [2600, 3900],
  [9000, 2500],
];

/** From the smallest up: a browser may keep a larger picture when the window shrinks. */
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
] as const;

test.describe("on a dense screen", () => {
  test.use({ deviceScaleFactor: 2 });

  test("home, strip and viewer enlarge no photo whose original has the pixels", async ({
    page,
    gallery,
    makeAlbum,
  }) => {
    const { url, photos } = await makeAlbum({ title: "Detail", shapes: SHAPES });
    const [landscape] = photos;
    if (!landscape) throw new Error("No photo was stored");
    await replacePictures(page);

    await test.step("home", async () => {
      // Without selected albums below, the tiles are as high as they get.
      const setFeatured = (featured: boolean) =>
        gallery.admin.call(updateAlbum, { params: { slug: gallery.album.slug }, body: { featured } });
      const setCover = (featured: boolean) =>
        gallery.admin.call(updatePhoto, { params: { id: landscape.id }, body: { featured } });
      await setFeatured(false);
      await setCover(true);
      await openPage(page, "/").finally(() => Promise.all([setFeatured(true), setCover(false)]));
      const tile = page.getByRole("main").getByRole("link", { name: /^Travel/ });
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        await expectSharp(tile.locator("picture img"));
      }
    });

    await test.step("strip", async () => {
      await page.setViewportSize(SCREENS[0]);
      await openPage(page, url);
      const first = page.locator("[data-photo] picture img").first();
      await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/large-1\.avif$/);
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        for (const { id } of photos) {
          await page.locator(`[data-photo="${id}"]`).scrollIntoViewIfNeeded();
          await expectSharp(page.locator(`[data-photo="${id}"] picture img`));
        }
      }
    });

    await test.step("viewer", async () => {
      await page.setViewportSize(SCREENS[0]);
      await openPage(page, `${url}/photo/${photos[0]?.id}`);
      const layers = page.locator('[data-place="current"] picture');
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        for (const position of [1, 2, 3]) {
          await expect(page.getByText(`${position} / 3`)).toBeVisible();
          await expect(layers).toHaveCount(2);
          await expectSharp(layers.last().locator("img"));
          if (position < 3) await page.keyboard.press("ArrowRight");
        }
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowLeft");
      }
    });
  });
});

/**
 * Which picture the browser requests depends on `srcset`, `sizes` and the layout alone, so a tiny one is sent for each:
 * making the real ones took half a minute. That each has the pixels it claims is tested in `serving.test.ts`.
 */
async function replacePictures(page: Page) {
  const body = await makePicture();
  await page.route(/\/images\/\w+\/[\w-]+\.(avif|jpg)$/, (route) => route.fulfill({ contentType: "image/jpeg", body }));
  await page.route("**/generate", (route) => route.fulfill({ json: { success: true } }));
}

/** Every pixel on the screen has a pixel of the picture, and the original is loaded only where no variant is enough. */
async function expectSharp(img: Locator) {
  await expect(img).toHaveCSS("opacity", "1");
  await expect(async () => {
    const { shown, claimed, src } = await img.evaluate((element: HTMLImageElement) => {
      const sources = [...(element.closest("picture")?.querySelectorAll("source") ?? []), element];
      const candidates = sources.flatMap(({ srcset }) => srcset.split(", ").map((candidate) => candidate.split(" ")));
      const chosen = candidates.find(([address = ""]) => element.currentSrc === new URL(address, location.href).href);
      const [photoWidth, photoHeight] = ["width", "height"].map((name) => Number(element.getAttribute(name)));
      // The picture has the photo's shape; `w` of its candidate is its width.
      const share = Number.parseInt(chosen?.[1] ?? "0", 10) / (photoWidth ?? 1);
      const picture = { width: (photoWidth ?? 0) * share, height: (photoHeight ?? 0) * share };
      const { width, height } = element.getBoundingClientRect();
      const scales = [width / picture.width, height / picture.height];
      const scale = getComputedStyle(element).objectFit === "cover" ? Math.max(...scales) : Math.min(...scales);
      const longEdge = Math.max(picture.width, picture.height);
      return {
        shown: Math.round(longEdge * scale * devicePixelRatio),
        claimed: Math.round(longEdge),
        src: element.currentSrc,
      };
    });
    expect(shown, src).toBeGreaterThan(0);
    expect(shown / claimed, src).toBeLessThanOrEqual(1);
    if (src.includes("/original-")) expect(shown, src).toBeGreaterThan(VARIANT_EDGE_PX.xlarge);
  }).toPass({ timeout: 20_000 });
}
