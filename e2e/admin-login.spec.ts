import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { login } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import type { RunningSite } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, openInProgram, signIn, test } from "./admin-site.ts";

const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), ADMIN_TOKEN_KEY);

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
      await signIn(page, "not the password");
      await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
    });

    await test.step("signing in leads back", async () => {
      await signIn(page);
      await expect(page.getByRole("heading", { name: "Quick collection", exact: true })).toBeFocused();
      expect(await storedToken(page)).not.toBeNull();
    });

    await test.step("an expired token leads to the login once, and back", async () => {
      await page.evaluate((key) => localStorage.setItem(key, "dead"), ADMIN_TOKEN_KEY);
      const steps = await page.evaluate(() => history.length);
      await page.getByRole("link", { name: "Favorites" }).click();
      await expect(page).toHaveURL(loginFor("/admin/favorites"));
      expect(await page.evaluate(() => history.length)).toBe(steps + 1);
      await signIn(page);
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

/** Another site, with a link to this URL: once with the referrer that the browser sends by itself, once with none. */
async function followLink(page: Page, url: string, link: "link" | "noreferrer") {
  await page.route("http://elsewhere.example/", (route) => {
    const links = ["link", "noreferrer"].map((rel) => `<a rel="${rel}" href="${url}">${rel}</a>`).join(" ");
    return route.fulfill({ contentType: "text/html", body: links });
  });
  await page.goto("http://elsewhere.example/");
  await page.getByRole("link", { name: link, exact: true }).click();
}

test("a link on another site neither ends the session nor loops, whatever token it meets", async ({
  page,
  site,
  signedIn,
}) => {
  const visitorToken = signInVisitor(site);
  const visited: string[] = [];
  const loaded: string[] = [];
  // The link and one redirect within the page. Notes in the history of a page, as of the place scrolled to, are no visits.
  const expectFew = () => {
    expect(visited.length, visited.join(" ")).toBeLessThanOrEqual(2);
    expect(loaded.length, loaded.join(" ")).toBe(1);
  };
  page.on("framenavigated", (frame) => {
    const { origin, pathname } = new URL(frame.url());
    const isVisit = frame === page.mainFrame() && origin === site.url && pathname !== visited.at(-1);
    if (isVisit) visited.push(pathname);
  });
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(`${site.url}/admin`)) loaded.push(request.url());
  });
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  const store = async (token: string) => {
    await page.goto("/empty");
    await page.evaluate(([key, token]) => localStorage.setItem(key, token), [ADMIN_TOKEN_KEY, token] as const);
  };

  for (const link of ["link", "noreferrer"] as const) {
    for (const path of ["/admin/login?from=%2Fadmin%2Ftrash", "/admin/trash"]) {
      await test.step(`${link} to ${path}`, async () => {
        await store(signedIn.token);
        visited.length = loaded.length = 0;
        await followLink(page, site.url + path, link);
        await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeVisible();
        expect(await storedToken(page)).toBe(signedIn.token);
        expectFew();

        for (const refused of ["dead", visitorToken]) {
          await store(refused);
          visited.length = loaded.length = 0;
          await followLink(page, site.url + path, link);
          await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
          await expect.poll(() => storedToken(page)).toBeNull();
          expectFew();
        }
      });
    }
  }

  await test.step("signing in leads to where the link led, and Logout ends the session in this tab too", async () => {
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeFocused();
    expect(await storedToken(page)).toBeNull();
  });

  await test.step("Logout also where the login was opened from elsewhere and the session went on", async () => {
    const { token } = await site.visitor.call(login, { body: ADMIN });
    await store(token);
    await followLink(page, `${site.url}/admin/login`, "noreferrer");
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeFocused();
    expect(await storedToken(page)).toBeNull();
  });

  await test.step("a server that cannot say whether the token holds does not end the session", async () => {
    await store("unknown");
    await page.route("**/auth/user", (route) => route.fulfill({ status: 503, body: "" }));
    await followLink(page, `${site.url}/admin/login`, "noreferrer");
    await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
    expect(await storedToken(page)).toBe("unknown");
    await page.unroute("**/auth/user");
  });

  await test.step("Back from another site to a login page does not end a session that began since", async () => {
    await page.goto("/admin/login");
    await expect.poll(() => storedToken(page)).toBeNull();
    await store(signedIn.token);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    expect(await storedToken(page)).toBe(signedIn.token);
  });

  await test.step("the login, opened by its URL, ends the session", async () => {
    const { token } = await site.visitor.call(login, { body: ADMIN });
    await store(token);
    await page.goto("/admin/login");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    const headers = { authorization: `Bearer ${token}` };
    await expect.poll(async () => (await fetch(`${site.url}/api/v1/auth/user`, { headers })).status).toBe(401);
  });
});

/** A session of someone who is not the admin. Nothing makes such accounts today. */
function signInVisitor({ dataDir }: RunningSite): string {
  const token = "a visitor's token";
  const hash = createHash("sha256").update(token).digest("hex");
  const now = new Date().toISOString();
  const library = new DatabaseSync(join(dataDir, "vitrine.sqlite"), { timeout: 5_000 });
  const { lastInsertRowid } = library
    .prepare(
      "insert into user (name, email, is_admin, role, created_at) values ('', 'v@site.example', 0, 'visitor', ?)",
    )
    .run(now);
  library
    .prepare("insert into token (hash, user_id, created_at, last_used_at) values (?, ?, ?, ?)")
    .run(hash, lastInsertRowid, now, now);
  library.close();
  return token;
}
