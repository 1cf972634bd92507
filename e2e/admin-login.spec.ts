import type { Page } from "@playwright/test";
import { login } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { startServer } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, named, test } from "./admin-site.ts";

const SIGNED_OUT = { cookies: [], origins: [] };
const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), ADMIN_TOKEN_KEY);

async function signIn(page: Page, password: string) {
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("without a token", () => {
  test.use({ storageState: SIGNED_OUT });

  test("every admin screen leads to the login, and signing in leads back to it", async ({ page, site }) => {
    await site.photos(await site.album("Milano"), named("ash.jpg"));
    for (const screen of ["/admin/favorites", "/admin/featured-content", "/admin/featured-albums", "/admin/trash"]) {
      await page.goto(screen);
      await expect(page).toHaveURL(`/admin/login?from=${encodeURIComponent(screen)}`);
    }
    await page.goto("/admin/quick-collection?photo=1");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await expect(page.getByText("npm run set-password")).toBeVisible();
    await expectAccessible(page);

    await signIn(page, "not the password");
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
    await signIn(page, ADMIN.password);
    await expect(page.getByRole("heading", { name: "Quick collection", exact: true })).toBeFocused();
    expect(await storedToken(page)).not.toBeNull();
  });

  test("a sign-in that gets no proper answer shows the specified message", async ({ page }) => {
    await page.route("**/auth/login", (route) => route.fulfill({ status: 502, body: "<html>" }));
    await page.goto("/admin/login");
    await signIn(page, ADMIN.password);
    await expect(page.getByRole("alert")).toHaveText("Login failed");
  });

  test("a link to the login cannot lead to another site", async ({ page }) => {
    await page.goto("/admin/login?from=//elsewhere.example/admin");
    await signIn(page, ADMIN.password);
    await expect(page).toHaveURL("/admin");
  });

  test("opening the login removes the token and ends it on the server", async ({ page, site }) => {
    await page.goto("/admin/login");
    await signIn(page, ADMIN.password);
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    const headers = { authorization: `Bearer ${await storedToken(page)}` };
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeFocused();
    expect(await storedToken(page)).toBeNull();
    await expect.poll(async () => (await fetch(`${site.url}/api/v1/auth/user`, { headers })).status).toBe(401);
  });
});

test("an expired token leads to the login once, and back", async ({ page, site }) => {
  await page.goto("/admin/albums");
  await expect(page.getByRole("heading", { name: "All Albums" })).toBeVisible();
  await page.evaluate((key) => localStorage.setItem(key, "dead"), ADMIN_TOKEN_KEY);
  const steps = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page).toHaveURL(`/admin/login?from=${encodeURIComponent("/admin/favorites")}`);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
  await signIn(page, ADMIN.password);
  await expect(page.getByRole("heading", { name: "Favorites", exact: true })).toBeVisible();
  expect((await site.visitor.call(login, { body: ADMIN })).user.is_admin).toBe(true);
});

test("the first start asks for a password, with the configured email and the code from its link", async ({
  browser,
}) => {
  const server = await startServer({ ADMIN_EMAIL: "owner@example.org", PUBLIC_URL: "https://photos.example.org" });
  const context = await browser.newContext({ baseURL: server.url, storageState: SIGNED_OUT });
  const page = await context.newPage();
  try {
    const { hash } = new URL(await server.setupLink());
    expect(hash).toMatch(/^#setup=./);
    await page.goto(`/admin/login${hash}`);
    await expect(page.getByLabel("Email")).toHaveValue("owner@example.org");
    await expect(page.getByLabel("Email")).not.toBeEditable();
    await expectAccessible(page);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Password", { exact: true }).fill("a long password");
    await page.getByLabel("Confirm password").fill("another password");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("alert")).toHaveText("The two passwords differ");
    await page.getByLabel("Confirm password").fill("a long password");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    await takeFirstSteps(page);

    await page.goto("/admin/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Set admin password" }).click();
    await expect(page.getByText("The admin password is already set.")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  } finally {
    await context.close();
    await server.stop();
  }
});

/** The checklist of a new owner fills in as the steps are done, and is gone once it is dismissed. */
async function takeFirstSteps(page: Page) {
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("0 of 5 done")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1280, height: 720 });
  const site = page.waitForEvent("popup");
  await steps.getByRole("link", { name: "Look at your site" }).click();
  await (await site).close();
  await expect(steps.getByText("1 of 5 done")).toBeVisible();

  await steps.getByRole("link", { name: "Write about yourself" }).click();
  await expect(page.getByRole("heading", { name: "About you" })).toBeInViewport();
  await page.getByLabel("About", { exact: true }).fill("I take photos.");
  await page.getByLabel("Name of the site").fill("Ada");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toHaveCount(2);
  await page.getByRole("link", { name: "All content" }).click();
  await expect(steps.getByText("3 of 5 done")).toBeVisible();
  await expect(steps.getByRole("listitem").filter({ hasText: "Name your site" })).toContainText("Done");

  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect(message(page, "First steps dismissed")).toBeVisible();
  await expect(steps).toBeHidden();
  await page.keyboard.press("Control+z");
  await expect(steps).toBeVisible();
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect(steps).toBeHidden();
}

test("a link on another site to the login does not sign the owner out", async ({ page }) => {
  await page.goto("/admin/login", { referer: "https://elsewhere.example/" });
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
  expect(await storedToken(page)).not.toBeNull();
});
