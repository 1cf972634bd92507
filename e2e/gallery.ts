import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type AdminAlbum, updateAlbum } from "../contract/albums.ts";
import { type AdminPhoto, updatePhoto } from "../contract/photos.ts";
import { type RunningSite, startSite } from "../rig/server.ts";

export { expect };

type Gallery = Pick<RunningSite, "url" | "admin" | "visitor"> & { album: AdminAlbum; photos: AdminPhoto[] };

/** What stands in the album that most tests look at: wide, tall, very wide, and smaller than the screen. */
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

/** One site for all tests of a worker: they only look. What a page must never do is checked after each of them. */
export const test = base.extend<{ faults: string[] }, { gallery: Gallery }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const site = await startSite();
      try {
        await use(await fill(site));
      } finally {
        await site.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.url),
  /** Console errors, CSP reports among them, and errors thrown. A test that provokes some empties it. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
      });
      await use(faults);
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

/** The page has taken over what the server rendered: its links and keys are its own now. */
export async function openPage(page: Page, path: string) {
  await page.goto(path);
  await page.waitForFunction(isAwake);
  // The effects of what was taken over last run in a turn of their own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const viewer = page.locator("[data-viewer]");
  if (await viewer.isVisible()) await expect(viewer).toBeFocused();
}

/** React notes on an element what it is part of, long before the whole page is taken over; the root knows when that is. */
function isAwake(): boolean {
  type Part = { return: Part | null; stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const main: Record<string, unknown> = { ...document.querySelector("main") };
  const note = Object.keys(main).find((key) => key.startsWith("__reactFiber"));
  if (note === undefined) return false;
  let part = main[note] as Part;
  while (part.return) part = part.return;
  return !part.stateNode.current.memoizedState.isDehydrated;
}

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
