import type { Page } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../../contract/limits.ts";
import { loadBuiltAdmin } from "../../rig/built-admin.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { test as base, expect } from "../admin-site.ts";
import { type FakeApi, fakeApi } from "./fake-api.ts";
import { respondAsEmpty } from "./library.ts";

export { expect };

/** Nothing listens here. As on a site with https, pages of this host have every function of the browser. */
export const ORIGIN = "http://localhost";
export const TOKEN = "a token";

/**
 * The built admin area in a browser, without a server: its files are read from the disk, and each test says what the server
 * would respond. For what a screen shows while a call is on its way, refused, failed, or returns nothing.
 */
export const test = base.extend<{ api: FakeApi }>({
  baseURL: ORIGIN,
  storageState: { cookies: [], origins: [{ origin: ORIGIN, localStorage: [{ name: ADMIN_TOKEN_KEY, value: TOKEN }] }] },
  api: [
    async ({ page }, use) => {
      await serveAdmin(page);
      const unknown: string[] = [];
      const api = await fakeApi(page, (call) => unknown.push(call));
      respondAsEmpty(api);
      await use(api);
      expect(unknown, "calls without a response").toEqual([]);
    },
    { auto: true },
  ],
});

/** From the disk. Any other page of the site is empty. */
export async function serveAdmin(page: Page): Promise<void> {
  const { html, assets } = await loadBuiltAdmin();
  const picture = await makePicture();
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const asset = assets.get(pathname);
    if (asset) return route.fulfill({ contentType: asset.type, body: asset.body });
    if (pathname.startsWith("/images/")) return route.fulfill({ contentType: "image/jpeg", body: picture });
    const isAdmin = /^\/admin(\/|$)/.test(pathname);
    return route.fulfill({ contentType: "text/html; charset=utf-8", body: isAdmin ? html : "" });
  });
}
