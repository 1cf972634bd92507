import { listAlbums } from "../../contract/albums.ts";
import { login, logout } from "../../contract/auth.ts";
import { getSummary } from "../../contract/photos.ts";
import { getWrittenPage } from "../../contract/written-pages.ts";
import { expectAccessible } from "../accessible.ts";
import { signIn } from "../admin-site.ts";
import { expect, TOKEN, test } from "./admin.ts";
import { photo, respondWithPhotos, SUMMARY, USER } from "./library.ts";

test("albums that cannot be loaded show an error, with a way out", async ({ page, api }) => {
  api.fail(listAlbums, { status: 403, page: "<h1>Not here</h1>" });
  api.respond(logout, { message: "Signed out" });
  await page.goto("/admin");
  const alert = page.getByRole("alert");
  const retry = page.getByRole("button", { name: "Retry" });
  await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
  await expect(alert).toHaveText("Failed to fetch albums: 403");
  api.fail(listAlbums, { status: 403, page: "Not here" });
  await retry.click();
  await expect(alert).toHaveText("Failed to fetch albums: 403 Not here");
  api.fail(listAlbums, { status: 400, message: "No luck today" });
  await retry.click();
  await expect(alert).toHaveText("Failed to fetch albums: 400 No luck today");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Go to Login" }).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("admin_token"))).toBeNull();
  await expect(page.getByText("Your session has ended.")).toBeHidden();
  await expect.poll(() => api.calls(logout).map(({ token }) => token)).toEqual([TOKEN]);

  api.fail(login, { status: 502, page: "<html>" });
  await signIn(page);
  await expect(alert).toHaveText("Login failed");
  api.respond(login, { user: USER, token: "another token", message: "Signed in" });
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Error Loading Admin Dashboard" })).toBeVisible();
  api.respond(listAlbums, { albums: [] });
  await retry.click();
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
  expect(api.calls(listAlbums).at(-1)?.token).toBe("another token");

  // As from another computer: the login says why it is there.
  api.fail(listAlbums, { status: 401, code: "UNAUTHORIZED", message: "Sign in again" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
});

test("a slow screen still opens, whatever is selected before, and one that fails to load shows what went wrong", async ({
  page,
  api,
}) => {
  respondWithPhotos(api, [photo(1, "ash")]);
  const loaded = Promise.withResolvers<void>();
  await page.route(/\/assets\/TrashPage-/, async (route) => {
    await loaded.promise;
    await route.fallback();
  });
  await page.route(/\/assets\/CollectionPages-/, (route) => route.abort());
  await page.goto("/admin");
  await page.getByRole("option", { name: "ash" }).click();
  await expect(page).toHaveURL(/\?photo=1$/);
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

test("an unknown URL offers the way to all content and to the homepage", async ({ page, api }) => {
  await test.step("a page that the server cannot give is not unknown", async () => {
    api.fail(getWrittenPage, { status: 403, message: "Not now" });
    await page.goto("/admin/pages/1");
    await expect(page.getByRole("heading", { name: "The page could not be loaded" })).toBeVisible();
    await expect(page.getByText("Not now")).toBeVisible();
    api.fail(getWrittenPage, { status: 404, code: "PAGE_NOT_FOUND", message: "Page not found" });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  });

  await page.goto("/admin/zzz");
  await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Go to All content" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("every screen warns while the server's disk is almost full, and when the last backup is old", async ({
  page,
  api,
}) => {
  api.respond(getSummary, {
    ...SUMMARY,
    disk: { level: "low", free_bytes: 1.24e9 },
    backup: { state: "overdue", last_at: "2026-01-02T03:04:05.000Z" },
  });
  await page.goto("/admin/albums");
  await expect(page.getByRole("alert").filter({ hasText: "The last good backup is from 2 Jan 2026" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "disk" })).toHaveText(
    "The server's disk is almost full: 1.2 GB left. Delete photos and empty the trash to make space.",
  );
  await expect(page.getByRole("main")).toBeVisible();
  await expectAccessible(page);
});
