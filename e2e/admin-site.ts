import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { deleteAlbum, listAlbums } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import {
  createCategory,
  deleteCategory,
  listAdminCategories,
  reorderCategories,
  updateCategory,
} from "../contract/categories.ts";
import { updateFirstSteps } from "../contract/first-steps.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { bulkPhotos, listPhotoIds } from "../contract/photos.ts";
import { deleteRoom, listRooms } from "../contract/rooms.ts";
import { emptyTrash } from "../contract/trash.ts";
import { deleteWrittenPage, listWrittenPages } from "../contract/written-pages.ts";
import { makePicture } from "../rig/make-picture.ts";
import { colourOf, type RunningSite, startQuietSite } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";

export { expect };

/** All tests of a worker share the token: a test that signs out must first sign in itself. */
type SignedInSite = { running: RunningSite; token: string };

/** An empty library and a signed-in page for each test. One server per worker: starting one per test would be slow. */
export const test = base.extend<{ site: RunningSite }, { signedIn: SignedInSite }>({
  // Playwright clears it between tests, except for sessionStorage, which the admin area does not use. A new context for
  // each test took a third of the time.
  reuseContext: [true, { scope: "worker" }],
  signedIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const running = await startQuietSite();
      const { token } = await running.visitor.call(login, { body: ADMIN });
      // As most owners see it. The checklist has its own test.
      await running.admin.call(updateFirstSteps, { body: { shown: false } });
      await use({ running, token });
      await running.stop();
    },
    { scope: "worker" },
  ],
  site: async ({ signedIn }, use) => {
    await emptyLibrary(signedIn.running);
    await use(signedIn.running);
  },
  baseURL: async ({ site }, use) => use(site.url),
  storageState: async ({ site, signedIn }, use) => {
    const localStorage = [{ name: ADMIN_TOKEN_KEY, value: signedIn.token }];
    await use({ cookies: [], origins: [{ origin: site.url, localStorage }] });
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) faults.push(message.text());
    });
    await use(page);
    // A polling screen may have a request pending.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(faults, "errors thrown on the page").toEqual([]);
  },
});

async function emptyLibrary({ admin }: RunningSite) {
  const { albums } = await admin.call(listAlbums);
  const { rooms } = await admin.call(listRooms);
  const { pages } = await admin.call(listWrittenPages);
  for (const { id } of pages) await admin.call(deleteWrittenPage, { params: { id } });
  for (const { id } of rooms) await admin.call(deleteRoom, { params: { id } });
  for (const { slug } of albums) await admin.call(deleteAlbum, { params: { slug } });
  const { ids } = await admin.call(listPhotoIds, { query: { deleted: "0" } });
  if (ids.length > 0) await admin.call(bulkPhotos, { body: { ids, action: "trash" } });
  await admin.call(emptyTrash);
  await resetCategories(admin);
}

const FIRST_CATEGORIES = { urban: "Urban", portraits: "Portraits", travel: "Travel" };

/** As on a fresh site. */
async function resetCategories(admin: RunningSite["admin"]) {
  const { categories } = await admin.call(listAdminCategories);
  const described = categories.map(({ key, name, hidden }) => [key, name, hidden].join());
  if (described.join() === "urban,Urban,false,portraits,Portraits,false,travel,Travel,false") return;
  for (const [key, name] of Object.entries(FIRST_CATEGORIES)) {
    const isKnown = categories.some((category) => category.key === key);
    if (isKnown) await admin.call(updateCategory, { params: { key }, body: { name, hidden: false } });
    else await admin.call(createCategory, { body: { key, name } });
  }
  const others = categories.filter(({ key }) => !(key in FIRST_CATEGORIES));
  for (const { key } of others) await admin.call(deleteCategory, { params: { key } });
  await admin.call(reorderCategories, { body: { keys: Object.keys(FIRST_CATEGORIES) } });
}

/** Small pictures under these names, for `site.photos`. */
export const named = (...names: string[]) => names.map((name) => ({ name, width: 320, height: 240 }));

/** A file for a file input, with the same bytes as the picture that `named` gives this name. */
export async function pictureFile(name: string) {
  const buffer = await makePicture({ width: 320, height: 240, colour: colourOf(name) });
  return { name, mimeType: "image/jpeg", buffer };
}

/** In small steps, so that the page sees the pointer move. */
export async function drag(page: Page, from: Locator, to: { x: number; y: number }) {
  const box = await from.boundingBox();
  if (!box) throw new Error("Nothing to drag");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 12, box.y + box.height / 2 + 12, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
}

export async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("Not on screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Without loading the program again, as a link of the admin area does. */
export async function openInProgram(page: Page, path: string) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

/** At the login. */
export async function signIn(page: Page, password = ADMIN.password) {
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const tile = (page: Page, title: string) =>
  page.getByRole("listbox").getByRole("option", { name: new RegExp(`^${title}`) });

/** The titles on screen, in order. */
export const titles = (page: Page) =>
  page
    .getByRole("listbox")
    .getByRole("option")
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")?.split(",")[0]).join(" "));

/** The Undo button of this message: there may be several on screen. */
export const undoOf = (page: Page, message: string) =>
  page
    .getByRole("region", { name: "Messages" })
    .getByText(message, { exact: true })
    .locator("..")
    .getByRole("button", { name: "Undo" });

/** Nothing overflows sideways at this width. */
export async function expectToFit(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** A message on screen. The announcer says the same to screen readers. */
export const message = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Messages" }).getByText(text);

/** What a screen reader says last. */
export const announcement = (page: Page) => announcements(page).last();

export const announcements = (page: Page) => page.getByRole("log", { name: "Announcements", exact: true }).locator("p");
