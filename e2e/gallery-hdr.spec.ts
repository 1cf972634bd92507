import { test as base, expect } from "@playwright/test";
import { hdrPicture } from "../rig/pictures/hdr-picture.ts";
import { startQuietSite } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";
import { openPage } from "./open-page.ts";

const test = base.extend<object, { site: { url: string; photoUrl: string } }>({
  // A screen with a high dynamic range. No option of Playwright and no command of the browser has it.
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--force-color-profile=hdr10"] });
    },
    { scope: "worker" },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const site = await startQuietSite();
      try {
        const album = await site.album("Sea", { category: "urban" });
        // Wide enough to be enlarged, and low: it is encoded in every size.
        const bytes = await hdrPicture({ width: 3900, height: 200 });
        const { body } = await upload(site.admin, album, [{ name: "sea.jpg", bytes }]);
        await use({ url: site.url, photoUrl: `${album.url}/photo/${body.photos[0]?.id}` });
      } finally {
        await site.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

test.use({ deviceScaleFactor: 2 });

test("every layer of the viewer has the gain map, so that zooming changes no brightness", async ({ page, site }) => {
  await openPage(page, site.photoUrl);
  const layers = page.locator('[data-place="current"] picture img');
  const shown = () =>
    layers.evaluateAll((all) =>
      (all as HTMLImageElement[]).map(
        ({ currentSrc, complete }) => complete && /(\w+)-\d+(\.[a-z.]+)$/.exec(currentSrc)?.slice(1).join(""),
      ),
    );
  // 1296 px at a density of 2.
  await expect.poll(shown).toEqual(["medium.hdr.jpg", "xlarge.hdr.jpg"]);

  await page.mouse.dblclick(720, 430);

  await expect.poll(shown).toEqual(["medium.hdr.jpg", "xlarge.hdr.jpg", "xlarge.hdr.jpg"]);
  expect(await layers.last().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(3840);
});
