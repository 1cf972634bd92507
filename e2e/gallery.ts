import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { type AdminAlbum, updateAlbum } from "../contract/albums.ts";
import { type AdminPhoto, updatePhoto } from "../contract/photos.ts";
import { type RunningSite, startQuietSite } from "../rig/server.ts";

export { expect };

type Gallery = Pick<RunningSite, "url" | "admin" | "visitor"> & { album: AdminAlbum; photos: AdminPhoto[] };

/** The album that most tests open: wide, tall, very wide, and smaller than the screen. */
const PICTURES = [
  { name: "dawn.jpg", width: 2400, height: 1600 },
  { name: "gate.jpg", width: 1000, height: 1500 },
  { name: "arcade.jpg", width: 2400, height: 1600 },
  { name: "skyline.jpg", width: 3000, height: 1000 },
  { name: "stamp.jpg", width: 300, height: 200 },
  { name: "bridge.jpg", width: 2400, height: 1600 },
  { name: "square.jpg", width: 1500, height: 1500 },
  { name: "dusk.jpg", width: 2400, height: 1600 },
];

export const TEXTS = {
  name: "Mira Holm",
  tagline: "Photographs of places",
  about: "Cities before they wake.\n\nBirds while they wait.",
  email: "mira@example.com",
  phone: "+47 555 01 234",
  location: "Bergen, Norway",
  social: [{ label: "Instagram", url: "https://instagram.com/mira" }],
};

/** One seeded site per worker, since these tests only read. After each test, the page must have logged no errors. */
export const test = base.extend<{ faults: string[] }, { gallery: Gallery }>({
  // A new context for each test took a third of the time.
  reuseContext: [true, { scope: "worker" }],
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const site = await startQuietSite();
      try {
        await use(await fill(site));
      } finally {
        await site.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.url),
  /** Console errors (CSP reports included) and uncaught errors. A test that causes some on purpose empties the list. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
      });
      await use(faults);
      // A reused context keeps it, and with it the strip's scroll position.
      if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
      expect(faults, "errors on the page").toEqual([]);
    },
    { auto: true },
  ],
});

async function fill(site: RunningSite): Promise<Gallery> {
  const album = await site.album("Stone and Light", { category: "urban", description: "Five cities, on foot." });
  const photos = await site.photos(album, PICTURES);
  await site.admin.call(updateAlbum, { params: { slug: album.slug }, body: { featured: true } });
  const first = photos[0];
  if (!first) throw new Error("No photo was stored");
  await site.admin.call(updatePhoto, { params: { id: first.id }, body: { caption: "Just after the rain" } });
  const birds = await site.album("Birds", { category: "portraits" });
  await site.photos(birds, [{ name: "heron.jpg" }]);
  await site.album("Nothing yet", { category: "travel" });
  await writeFile(join(site.dataDir, "site.json"), JSON.stringify({ ...TEXTS, portrait: first.internal_id }));
  await expect(async () => {
    expect(await (await site.visitor.fetch("/contact")).text()).toContain(TEXTS.name);
  }).toPass({ timeout: 15_000 });
  const { url, admin, visitor } = site;
  return { url, admin, visitor, album, photos };
}

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
