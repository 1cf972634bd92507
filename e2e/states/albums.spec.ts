import { createAlbum, getAdminAlbum, listAlbumPhotos, listAlbums, updateAlbum } from "../../contract/albums.ts";
import { listAdminCategories } from "../../contract/categories.ts";
import { expect, test } from "./admin.ts";
import { album, categories } from "./library.ts";

test("the dialog for an album waits for the categories, and a refusal shows the reason and keeps what was typed", async ({
  page,
  api,
}) => {
  const list = api.hold(listAdminCategories);
  api.respond(listAdminCategories, { categories: categories("Urban", "Travel") });
  await page.goto("/admin/albums");
  const dialog = page.getByRole("dialog", { name: "Create album" });
  const create = dialog.getByRole("button", { name: "Create album" });

  await test.step("it proposes a category that there is", async () => {
    await page.getByRole("button", { name: "Create album" }).click();
    await expect(dialog.getByLabel("Title")).toBeFocused();
    await expect(create).toBeDisabled();
    await dialog.getByLabel("Title").fill("Early");
    await expect(create).toBeDisabled();
    list.release();
    await expect(dialog.getByLabel("Category")).toHaveValue("urban");
  });

  await test.step("a refused album", async () => {
    api.fail(createAlbum, { status: 500, page: "" });
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("Failed to create album");
    await expect(dialog.getByLabel("Title")).toHaveValue("Early");
  });

  await test.step("an accepted one opens", async () => {
    const early = album("Early", { category: "urban" });
    api.respond(createAlbum, { album: early, message: "" });
    api.respond(listAlbums, { albums: [early] });
    api.respond(listAlbumPhotos, { photos: [] });
    await create.click();
    expect(api.calls(createAlbum).at(-1)?.body).toMatchObject({ title: "Early", category: "urban" });
    await expect(page).toHaveURL(/\/admin\/album\/early$/);
    await expect(page.getByText("Urban Album • 0 photos", { exact: true })).toBeVisible();
  });

  await test.step("an edit that the server refuses is rolled back, with a message", async () => {
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "All Albums" }).click();
    api.fail(updateAlbum, { status: 503, message: "The database is down" });
    await page.getByRole("button", { name: "Actions for Early" }).click();
    await page.getByRole("menuitem", { name: "Feature" }).click();
    await expect(page.getByRole("alert").getByText("Early was not changed: The database is down")).toBeVisible();
    await expect(page.getByRole("main").getByText("Featured")).toBeHidden();
  });
});

test("a bookmark of the library follows an album to its new address", async ({ page, api }) => {
  const rome = album("Roma", { title: "Rome" });
  api.respond(listAlbums, { albums: [rome] });
  api.respond(getAdminAlbum, { album: rome });
  await page.goto("/admin?album=rome");
  await expect(page).toHaveURL("/admin?album=roma");
  await expect(page.getByRole("search").getByLabel("Album", { exact: true })).toHaveValue("roma");
});
