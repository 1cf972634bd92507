import type { Page } from "@playwright/test";
import { login } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./admin-site.ts";

const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), ADMIN_TOKEN_KEY);

async function signIn(page: Page, password: string) {
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("without a token", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("every admin screen leads to the login, and signing in leads back to it", async ({ page, site }) => {
    const loginFor = (screen: string) => `/admin/login?from=${encodeURIComponent(screen)}`;
    await page.goto("/admin/favorites");
    await expect(page).toHaveURL(loginFor("/admin/favorites"));

    await test.step("every screen", async () => {
      for (const screen of ["/admin/featured-content", "/admin/featured-albums", "/admin/trash"]) {
        await openInProgram(page, screen);
        await expect(page).toHaveURL(loginFor(screen));
      }
      await openInProgram(page, "/admin/quick-collection?photo=1");
      await expect(page).toHaveURL(loginFor("/admin/quick-collection?photo=1"));
      await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
      await expect(page.getByText("npm run set-password")).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("a refused sign-in shows why", async () => {
      await page.route("**/auth/login", (route) => route.fulfill({ status: 502, body: "<html>" }));
      await signIn(page, ADMIN.password);
      await expect(page.getByRole("alert")).toHaveText("Login failed");
      await page.unroute("**/auth/login");
      await signIn(page, "not the password");
      await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
    });

    await test.step("signing in leads back", async () => {
      await signIn(page, ADMIN.password);
      await expect(page.getByRole("heading", { name: "Quick collection", exact: true })).toBeFocused();
      expect(await storedToken(page)).not.toBeNull();
    });

    await test.step("an expired token leads to the login once, and back", async () => {
      await page.evaluate((key) => localStorage.setItem(key, "dead"), ADMIN_TOKEN_KEY);
      const steps = await page.evaluate(() => history.length);
      await page.getByRole("link", { name: "Favorites" }).click();
      await expect(page).toHaveURL(loginFor("/admin/favorites"));
      expect(await page.evaluate(() => history.length)).toBe(steps + 1);
      await signIn(page, ADMIN.password);
      await expect(page.getByRole("heading", { name: "Favorites", exact: true })).toBeVisible();
    });

    await test.step("the login, opened by Logout, removes the token and ends it on the server", async () => {
      const headers = { authorization: `Bearer ${await storedToken(page)}` };
      await page.getByRole("button", { name: "Logout" }).press("Enter");
      await expect(page.getByRole("heading", { name: "Admin Login" })).toBeFocused();
      expect(await storedToken(page)).toBeNull();
      await expect.poll(async () => (await fetch(`${site.url}/api/v1/auth/user`, { headers })).status).toBe(401);
      expect((await site.visitor.call(login, { body: ADMIN })).user.is_admin).toBe(true);
    });
  });
});

/** Without loading the program again, which would lead to the same guard. */
async function openInProgram(page: Page, path: string) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

test("a link on another site to the login does not sign the owner out", async ({ page }) => {
  await page.goto("/admin/login", { referer: "https://elsewhere.example/" });
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
  expect(await storedToken(page)).not.toBeNull();
});
