import type { Route } from "@playwright/test";
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
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  expect((await sidebar.boundingBox())?.width).toBe(240);
  await expect(sidebar.getByRole("link", { name: "All content" })).toContainText("2");
  await expect(sidebar.getByRole("link", { name: "All content" })).toHaveAttribute("aria-current", "page");

  await test.step("the first tab stop leads past it", async () => {
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("every screen begins at its heading", async () => {
    const screens: [link: string, heading: string][] = [
      ["Favorites", "Favorites"],
      ["Featured content", "Featured content"],
      ["Featured albums", "Featured albums"],
      ["Quick collection", "Quick collection"],
      ["Trash", "Trash"],
      ["All Albums", "All Albums"],
      ["Travel", "Travel Albums"],
      ["Milano", "Milano"],
      ["Rome", "Rome"],
      ["Settings", "Settings"],
    ];
    for (const [link, title] of screens) {
      await sidebar.getByRole("link", { name: link }).click();
      await expect(heading(title)).toBeFocused();
      await expect(page).toHaveTitle(`${title} – Admin`);
    }
    await expect(sidebar.getByRole("link", { name: "View Site" })).toHaveAttribute("href", "/");
  });

  await test.step("unfinished screens announce what is coming", async () => {
    await sidebar.getByRole("link", { name: "All Photos" }).click();
    await expect(heading("All Photos")).toBeVisible();
    await expect(page).toHaveTitle(/^All Photos/);
    await expect(page.getByText("All photos view coming soon.")).toBeVisible();
    await expectAccessible(page);
    await sidebar.getByRole("link", { name: "User Management" }).click();
    await expect(heading("User Management")).toBeVisible();
    await expect(page).toHaveTitle(/^User Management/);
    await expect(page.getByText("User management interface coming soon.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Go to Account" }).click();
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  });

  await test.step("? shows the keyboard shortcuts", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  });
});

test("an unknown URL offers the way to all content and to the homepage", async ({ page }) => {
  await page.goto("/admin/zzz");
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go to All content" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("albums that cannot be loaded show an error, with a way out", async ({ page, site }) => {
  const refused = { status: 400, json: { success: false, message: "No luck today" } };
  let response: Parameters<Route["fulfill"]>[0] | null = { status: 403, body: "<h1>Not here</h1>" };
  await page.route("**/api/v1/admin/albums", (route) => (response ? route.fulfill(response) : route.continue()));
  // Its own session: the other tests still use theirs.
  const { token } = await site.visitor.call(login, { body: ADMIN });
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [ADMIN_TOKEN_KEY, token] as const);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText("Failed to fetch albums: 403");
  response = { status: 403, body: "Not here" };
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to fetch albums: 403 Not here");
  response = refused;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to fetch albums: 400 No luck today");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Go to Login" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("admin_token"))).toBeNull();
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await fetch(`${site.url}/api/v1/auth/user`, { headers })).status).toBe(401);

  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
  response = null;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
});

test("a slow screen still opens, whatever is selected before, and one that fails to load shows what went wrong", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Milano"), named("ash.jpg"));
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/assets\/TrashPage-/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.route(/\/assets\/CollectionPages-/, (route) => route.abort());
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

  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the sidebar is a modal drawer that closes after navigation", async ({ page }) => {
    await page.goto("/admin");
    const sidebar = page.getByRole("navigation", { name: "Admin" });
    const menu = page.getByRole("button", { name: "Menu" });
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    await expect(sidebar).toBeHidden();

    await test.step("focus goes in, stays, Escape closes, and focus returns", async () => {
      await menu.click();
      await expect(sidebar.getByRole("link", { name: /^All content/ })).toBeFocused();
      for (let stop = 0; stop < 40; stop++) {
        await page.keyboard.press("Tab");
        const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header") !== null);
        expect(isOutside).toBe(false);
      }
      await sidebar.getByRole("link", { name: /^Trash/ }).focus();
      await page.keyboard.press("Escape");
      await expect(sidebar).toBeHidden();
      await expect(menu).toBeFocused();
    });

    await menu.click();
    await expect(sidebar).toBeVisible();
    await expectAccessible(page);
    await sidebar.getByRole("link", { name: "Favorites" }).click();
    await expect(page.getByRole("heading", { name: "Favorites", exact: true })).toBeVisible();
    await expect(sidebar).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});

test("an admin area that cannot start explains why", async ({ page, browser, site }) => {
  await test.step("its root is missing", async () => {
    await page.route("**/admin/login", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('id="root"', 'id="other"') });
    });
    await page.goto("/admin/login");
    await expect(page.getByText("Failed to load application")).toBeVisible();
  });

  await test.step("its program does not load", async () => {
    await page.route(/\/assets\/admin-client-.*\.js/, (route) => route.abort());
    await page.goto("/admin");
    await expect(page.getByText("Failed to load application")).toBeVisible();
  });

  await test.step("without JavaScript it says that it needs it", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site.url}/admin`);
    // Not by text: Playwright passes over what is inside noscript.
    await expect(plain.locator("noscript p")).toHaveText("The admin area needs JavaScript.");
    await expect(plain.locator("noscript p")).toBeVisible();
    await expect(plain.getByText("Failed to load application")).toBeHidden();
    await context.close();
  });

  await test.step("the browser denies storage", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    const denied = await context.newPage();
    await denied.goto(`${site.url}/admin`);
    await expect(denied.getByText("Failed to load application")).toBeVisible();
    await context.close();
  });
});
