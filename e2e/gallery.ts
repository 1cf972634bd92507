import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { type AdminAlbum, createAlbum, deleteAlbum, updateAlbum } from "../contract/albums.ts";
import { type AdminPhoto, updatePhoto } from "../contract/photos.ts";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { colourOf, type RunningSite, startQuietSite } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";

export { expect };

type Gallery = Pick<RunningSite, "url" | "admin" | "visitor"> & { album: AdminAlbum; photos: AdminPhoto[] };

export type Shape = readonly [width: number, height: number];
type NewAlbum = { title: string; category?: string; description?: string; shapes?: readonly Shape[] };
type MadeAlbum = { url: string; photos: AdminPhoto[] };

/**
 * The album that most tests open: wide, tall, very wide, and smaller than the screen. The arcade has the pixels to zoom
 * into; the others have as many as the screens show, since every larger size is encoded once per worker.
 */
const PICTURES = [
  { name: "dawn.jpg", width: 1800, height: 1200 },
  { name: "gate.jpg", width: 1000, height: 1500 },
  { name: "arcade.jpg", width: 2400, height: 1600 },
  { name: "skyline.jpg", width: 2400, height: 800 },
  { name: "stamp.jpg", width: 300, height: 200 },
  { name: "bridge.jpg", width: 1800, height: 1200 },
  { name: "square.jpg", width: 1200, height: 1200 },
  { name: "dusk.jpg", width: 1800, height: 1200 },
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

type ForEachTest = {
  faults: string[];
  /** Albums of the test, removed after it: the gallery is shared. */
  makeAlbum: (given: NewAlbum) => Promise<MadeAlbum>;
};

/** One seeded site per worker, since these tests only read. After each test, the page must have logged no errors. */
export const test = base.extend<ForEachTest, { gallery: Gallery }>({
  // A new context for each test took a third of the time.
  reuseContext: [true, { scope: "worker" }],
  // Without a graphics card every frame of a movement costs as much as a page. The tests of the strip and the viewer move.
  contextOptions: { reducedMotion: "reduce" },
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
    // Depends on makeAlbum so that it ends first: once albums are removed, a page that is still loading misses their pictures.
    async ({ page, makeAlbum: _ }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        faults.push(`${message.text()} ${message.location().url}`);
      });
      await use(faults);
      // A reused context keeps it, and with it the strip's scroll position.
      if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
      expect(faults, "errors on the page").toEqual([]);
    },
    { auto: true },
  ],
  makeAlbum: async ({ gallery: { admin } }, use) => {
    const slugs: string[] = [];
    await use(async ({ title, category = "travel", description = "", shapes = [] }) => {
      const { album } = await admin.call(createAlbum, { body: { title, category, description } });
      slugs.push(album.slug);
      return { url: album.url, photos: await uploadShapes(admin, album, shapes) };
    });
    for (const slug of slugs) await admin.call(deleteAlbum, { params: { slug } });
  },
});

/**
 * Photos of the same shape have the same bytes, for which the server makes pictures only once. One after the other: what is
 * sent twice at once becomes one photo.
 */
async function uploadShapes(admin: Client, album: { slug: string }, shapes: readonly Shape[]): Promise<AdminPhoto[]> {
  const photos: AdminPhoto[] = [];
  for (const [index, [width, height]] of shapes.entries()) {
    const bytes = await makePicture({ width, height, colour: colourOf(`${width}×${height}`) });
    const { body } = await upload(admin, album, [{ name: `${album.slug}-${index + 1}.jpg`, bytes }]);
    const [photo] = body.photos;
    if (!photo) throw new Error(JSON.stringify(body.failed_uploads));
    photos.push(photo);
  }
  return photos;
}

async function fill(site: RunningSite): Promise<Gallery> {
  const album = await site.album("Stone and Light", { category: "urban", description: "Five cities, on foot." });
  const photos = await site.photos(album, PICTURES);
  await site.admin.call(updateAlbum, { params: { slug: album.slug }, body: { featured: true } });
  const first = photos[0];
  if (!first) throw new Error("No photo was stored");
  await site.admin.call(updatePhoto, { params: { id: first.id }, body: { caption: "Just after the rain" } });
  const square = photos[6];
  if (!square) throw new Error("Too few photos were stored");
  await site.admin.call(updatePhoto, { params: { id: square.id }, body: { alt: "An empty square at noon" } });
  const birds = await site.album("Birds", { category: "portraits" });
  await site.photos(birds, [{ name: "heron.jpg" }]);
  const coast = await site.album("Coast", { category: "travel" });
  await site.photos(coast, [{ name: "pier.jpg" }]);
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
