import type { Page } from "@playwright/test";
import { listAlbumPhotos, listAlbums, reorderAlbumPhotos } from "../../contract/albums.ts";
import { listAdminCategories, reorderCategories } from "../../contract/categories.ts";
import { reorderFavorites, reorderFeaturedAlbums } from "../../contract/curation.ts";
import { listPhotoIds, listPhotos, updatePhoto } from "../../contract/photos.ts";
import { centreOf, drag, tile, titles } from "../admin-site.ts";
import { expect, test } from "./admin.ts";
import { album, photo, respondWithPhotos } from "./library.ts";

const UNREACHABLE = "The server cannot be reached.";

test("an order that is refused or cannot be sent goes back, in albums, collections, categories and featured albums", async ({
  page,
  api,
}) => {
  const photos = ["ash", "birch", "cedar"].map((title, index) => photo(index + 1, title, { favorite: true }));
  const albums = ["Milano", "Rome"].map((title, featured_position) =>
    album(title, { id: featured_position + 1, featured: true, featured_position }),
  );
  respondWithPhotos(api, photos);
  api.respond(listAlbums, { albums });
  api.respond(listAlbumPhotos, { photos });
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  await page.goto("/admin/album/milano");

  await test.step("an album's, refused", async () => {
    api.fail(reorderAlbumPhotos, { status: 500, page: "" });
    await drag(page, tile(page, "ash"), await centreOf(tile(page, "cedar")));
    await page.mouse.up();
    await expect(page.getByRole("alert").getByText("Failed to reorder photos")).toBeVisible();
    await expect.poll(() => titles(page)).toBe("ash birch cedar");
    await dismissAlert(page);
  });

  await test.step("that of favorites, which another window has changed", async () => {
    await sidebar.getByRole("link", { name: "Favorites" }).click();
    api.fail(reorderFavorites, { status: 409, message: "Changed", code: "CONFLICT" });
    await tile(page, "cedar").click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Change position…" }).click();
    await page.getByRole("button", { name: "To the start" }).click();
    await expect(page.getByRole("alert")).toContainText("changed in another window");
    await expect.poll(() => titles(page)).toBe("ash birch cedar");
    await dismissAlert(page);
  });

  await test.step("that of favorites, without a connection, and a photo that is not taken out either", async () => {
    for (const call of [reorderFavorites, updatePhoto, listPhotoIds, listPhotos]) api.fail(call, "cut");
    await tile(page, "cedar").focus();
    for (const key of ["l", "ArrowLeft", "l"]) await page.keyboard.press(key);
    await expect(page.getByRole("alert")).toContainText(`Failed to reorder photos: ${UNREACHABLE}`);
    expect(await titles(page)).toBe("ash birch cedar");
    await tile(page, "birch").click();
    await page.keyboard.press("f");
    await expect(page.getByRole("alert").last()).toContainText("Failed to update favorite");
    expect(await titles(page)).toBe("ash birch cedar");
    respondWithPhotos(api, photos);
  });

  await test.step("that of featured albums", async () => {
    await sidebar.getByRole("link", { name: "Featured albums" }).click();
    for (const call of [reorderFeaturedAlbums, listAlbums]) api.fail(call, "cut");
    await page.getByRole("button", { name: "Actions for Milano" }).click();
    await page.getByRole("menuitem", { name: "Change position…" }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.getByRole("alert").last()).toContainText(`Failed to reorder albums: ${UNREACHABLE}`);
    await expect(page.getByRole("list", { name: "Featured albums" }).getByRole("listitem").first()).toContainText(
      "Milano",
    );
    api.respond(listAlbums, { albums });
  });

  await test.step("that of categories", async () => {
    await sidebar.getByRole("link", { name: "Settings" }).click();
    await sidebar.getByRole("link", { name: "Categories" }).click();
    for (const call of [reorderCategories, listAdminCategories]) api.fail(call, "cut");
    const list = page.getByRole("list", { name: "Categories" });
    const shown = () =>
      list
        .getByRole("listitem")
        .evaluateAll((rows) => rows.map((row) => row.querySelector("button span")?.textContent));
    await list.getByRole("button", { name: /^Urban/ }).focus();
    for (const key of ["Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
    await expect(page.getByRole("alert").last()).toContainText(`Failed to reorder categories: ${UNREACHABLE}`);
    expect(await shown()).toEqual(["Urban", "Portraits", "Travel"]);
  });
});

const dismissAlert = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
