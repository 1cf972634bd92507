import { login } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, named, test } from "./admin-site.ts";

const PHONE = { width: 390, height: 844 };

test("the sidebar leads to every screen, with counts and every album under its category", async ({ page, site }) => {
  const album = await site.album("Milano", { category: "urban" });
  await site.album("Rome", { category: "travel" });
  await site.photos(album, named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  expect((await sidebar.boundingBox())?.width).toBe(240);
  await expect(sidebar.getByRole("link", { name: "All content" })).toContainText("2");
  await expect(sidebar.getByRole("link", { name: "All content" })).toHaveAttribute("aria-current", "page");

  const screens: [link: string, heading: string][] = [
    ["Favorites", "Favorites"],
    ["Featured content", "Featured content"],
    ["Featured albums", "Featured albums"],
    ["Quick collection", "Quick collection"],
    ["Trash", "Trash"],
    ["All Albums", "All Albums"],
    ["Milano", "Milano"],
    ["Rome", "Rome"],
    ["All Photos", "All Photos"],
    ["User Management", "User Management"],
    ["Settings", "Settings"],
  ];
  for (const [link, heading] of screens) {
    await sidebar.getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${heading}`));
  }
  await expect(sidebar.getByRole("link", { name: "View Site" })).toHaveAttribute("href", "/");
});

test("an unknown address offers the way to all content and to the homepage", async ({ page }) => {
  await page.goto("/admin/zzz");
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go to All content" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("unfinished screens announce what is coming", async ({ page }) => {
  await page.goto("/admin/photos");
  await expect(page.getByText("All photos view coming soon.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/users");
  await expect(page.getByText("User management interface coming soon.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Go to Account" }).click();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await page.goto("/admin/nowhere");
  await expect(page.getByRole("link", { name: "Go to All content" })).toBeVisible();
});

test("albums that cannot be loaded show an error, with a way out", async ({ page, site }) => {
  let isDown = true;
  await page.route("**/api/v1/admin/albums", (route) =>
    isDown ? route.fulfill({ status: 400, json: { success: false, message: "No luck today" } }) : route.continue(),
  );
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
  await expect(page.getByText("Failed to fetch albums: 400 No luck today")).toBeVisible();
  await expectAccessible(page);
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();

  isDown = true;
  // Its own session: the other tests still use theirs.
  const { token } = await site.visitor.call(login, { body: ADMIN });
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [ADMIN_TOKEN_KEY, token] as const);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Go to Login" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("admin_token"))).toBeNull();
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await fetch(`${site.url}/api/v1/auth/user`, { headers })).status).toBe(401);
});

test("a notice warns while the server's disk is almost full", async ({ page }) => {
  await page.route("**/api/v1/admin/summary", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), disk: { level: "low", free_bytes: 1.24e9 } } });
  });
  await page.goto("/admin");
  await expect(page.getByRole("alert")).toHaveText(
    "The server's disk is almost full: 1.2 GB left. Delete photos and empty the trash to make space.",
  );
  await expectAccessible(page);
});

test("a screen that fails to load shows what went wrong", async ({ page }) => {
  await page.route(/\/assets\/FavoritesPage-/, (route) => route.abort());
  await page.goto("/admin");
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
});

test("a slow screen still opens, whatever is selected in the meantime", async ({ page, site }) => {
  await site.photos(await site.album("Milano"), named("ash.jpg"));
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/assets\/TrashPage-/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto("/admin");
  await page.getByRole("option", { name: "ash" }).click();
  await expect(page).toHaveURL(/\?photo=\d+$/);
  await page.getByRole("link", { name: /^Trash/ }).click();
  await page.getByRole("option", { name: "ash" }).press("Escape");
  await expect(page).toHaveURL("/admin");
  loaded.resolve();
  await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
});

test("an app that cannot start shows an explanation", async ({ page }) => {
  await page.route("**/admin/login", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="root"', 'id="other"') });
  });
  await page.goto("/admin/login");
  await expect(page.getByText("Failed to load application")).toBeVisible();
});

test("? shows the keyboard shortcuts", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the sidebar is a drawer that closes after navigation", async ({ page }) => {
    await page.goto("/admin");
    const sidebar = page.getByRole("navigation", { name: "Admin" });
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    await expect(sidebar).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(sidebar).toBeVisible();
    await expectAccessible(page);
    await sidebar.getByRole("link", { name: "Favorites" }).click();
    await expect(page.getByRole("heading", { name: "Favorites", exact: true })).toBeVisible();
    await expect(sidebar).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});

test("an admin program that does not load shows an explanation, whatever the cause", async ({ page }) => {
  await page.route(/\/assets\/admin-client-.*\.js/, (route) => route.abort());
  await page.goto("/admin");
  await expect(page.getByText("Failed to load application")).toBeVisible();
});

test("without JavaScript the admin area says that it needs it", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/admin`);
  // Not by text: Playwright passes over what is inside noscript.
  await expect(page.locator("noscript p")).toHaveText("The admin area needs JavaScript.");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.getByText("Failed to load application")).toBeHidden();
  await context.close();
});

test("where the browser denies storage, the admin area says that it cannot load", async ({ browser, site }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied", "SecurityError");
      },
    });
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/admin`);
  await expect(page.getByText("Failed to load application")).toBeVisible();
  await context.close();
});
