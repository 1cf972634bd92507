import { getAdminAlbum, listAlbumPhotos, listAlbums } from "../../contract/albums.ts";
import { openInProgram } from "../admin-site.ts";
import { expect, test } from "./admin.ts";
import { album, photo } from "./library.ts";

test("an album that has nothing to show says why, and what to do next", async ({ page, api }) => {
  const sidebarLink = (name: RegExp) => page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name });
  api.respond(listAlbums, {
    albums: [album("Empty"), album("Trees", { id: 2, photo_count: 1 }), album("Shrubs", { id: 3 })],
  });
  api.respond(listAlbumPhotos, { photos: [] });
  await page.goto("/admin/album");

  await test.step("no album", async () => {
    await expect(page.getByRole("heading", { name: "Select an album to manage photos" })).toBeVisible();
    await expect(page.getByText("Choose an album from the sidebar to view and edit its photos")).toBeVisible();
  });

  await test.step("an empty album", async () => {
    await sidebarLink(/^Empty/).click();
    await expect(page.getByRole("heading", { name: "No photos in this album yet" })).toBeVisible();
    await page.getByRole("button", { name: "Upload Your First Photos" }).click();
    await expect(page.getByRole("dialog", { name: "Upload photos to Empty" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a failed photo list", async () => {
    api.fail(listAlbumPhotos, { status: 403, message: "Not now" });
    await sidebarLink(/^Trees/).click();
    await expect(page.getByText("Failed to fetch album photos: 403 Not now")).toBeVisible();
    api.respond(listAlbumPhotos, { photos: [photo(1, "ash")] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  });

  await test.step("a response that is not JSON", async () => {
    api.fail(listAlbumPhotos, { status: 200, page: "<h1>Hotel Wi-Fi</h1>" });
    await sidebarLink(/^Shrubs/).click();
    await expect(page.getByRole("heading", { name: "Failed to load album photos" })).toBeVisible();
  });

  await test.step("an album that cannot be loaded", async () => {
    api.fail(getAdminAlbum, { status: 200 });
    await openInProgram(page, "/admin/album/no-such-album");
    await expect(page.getByRole("heading", { name: "Failed to load album" })).toBeVisible();
    api.fail(getAdminAlbum, { status: 403, message: "Not now" });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Failed to fetch album: 403", exact: true })).toBeVisible();
  });

  await test.step("an unknown album", async () => {
    api.fail(getAdminAlbum, { status: 404, message: "Album not found", code: "ALBUM_NOT_FOUND" });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Album not found" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "All Albums" })).toBeVisible();
  });
});
