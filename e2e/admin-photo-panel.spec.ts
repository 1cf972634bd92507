import type { Page } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { getPhoto, updatePhoto } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, test, tile } from "./admin-site.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Photo details" });
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });

test("texts save on blur, the title also on Enter, and Escape cancels", async ({ page, site }) => {
  const [photo] = await site.photos(await site.album("Milano"), named("ash.jpg"));
  if (!photo) throw new Error("Not uploaded");
  const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo;
  await page.goto(`/admin?photo=${photo.id}`);
  expect((await panel(page).boundingBox())?.width).toBe(300);
  await expect(panel(page)).toContainText("320 × 240 px");
  await expectAccessible(page);

  await field(page, "Title").fill("Old ash");
  await page.keyboard.press("Enter");
  await expect(tile(page, "Old ash")).toBeVisible();
  await expect(panel(page).getByText("Saved")).toBeVisible();
  expect((await saved()).title).toBe("Old ash");

  await field(page, "Title").fill("Something else");
  await page.keyboard.press("Escape");
  await expect(field(page, "Title")).toHaveValue("Old ash");

  await field(page, "Caption").fill("By the river");
  await field(page, "Tags").click();
  await expect.poll(async () => (await saved()).caption).toBe("By the river");
  expect((await saved()).title).toBe("Old ash");

  await field(page, "Tags").fill("  tree ");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("button", { name: "Remove tag tree" })).toBeVisible();
  await field(page, "Tags").fill("   ");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await saved()).tags).toEqual(["tree"]);
  await panel(page).getByRole("button", { name: "Remove tag tree" }).click();
  await expect.poll(async () => (await saved()).tags).toEqual([]);
});

test("a title can be emptied, and an untitled photo goes by its file's name", async ({ page, site }) => {
  const [ash, camera] = await site.photos(await site.album("Milano"), named("ash.jpg", "DSC_0411.jpg"));
  if (!ash || !camera) throw new Error("Not uploaded");
  expect(camera.title).toBe("");
  await page.goto(`/admin?photo=${ash.id}`);
  await expect(tile(page, "DSC_0411.jpg")).toBeVisible();

  await field(page, "Title").fill("");
  await page.keyboard.press("Enter");

  await expect(tile(page, "ash.jpg")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("");
  await expect.poll(async () => (await site.admin.call(getPhoto, { params: { id: ash.id } })).photo.title).toBe("");
  await page.reload();
  await expect(field(page, "Title")).toHaveAttribute("placeholder", "Add a title");
});

test("the alt text has its own field, with a sentence that explains it", async ({ page, site }) => {
  const [photo] = await site.photos(await site.album("Milano"), named("ash.jpg"));
  if (!photo) throw new Error("Not uploaded");
  await page.goto(`/admin?photo=${photo.id}`);
  await expect(field(page, "Alt text")).toHaveAccessibleDescription(/for people who cannot see it/);
  await field(page, "Alt text").fill("A tall ash by the river");
  await field(page, "Tags").click();
  const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo.alt;
  await expect.poll(saved).toBe("A tall ash by the river");
  await expect(panel(page).getByRole("img")).toHaveAccessibleName("A tall ash by the river");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(saved).toBe("");
});

test("the album choices are those of the category, and a new category clears the album", async ({ page, site }) => {
  const milano = await site.album("Milano", { category: "urban" });
  await site.album("Rome", { category: "travel" });
  const [photo] = await site.photos(milano, named("ash.jpg"));
  await page.goto(`/admin?photo=${photo?.id}`);
  await expect(field(page, "Album").getByRole("option")).toHaveText(["No album", "Milano"]);
  await field(page, "Category").selectOption("Travel");
  await page.getByRole("button", { name: "Change category" }).click();
  await expect(field(page, "Album").getByRole("option")).toHaveText(["No album", "Rome"]);
  await expect(field(page, "Album").locator("option:checked")).toHaveText("No album");
  await field(page, "Album").selectOption("Rome");
  await expect(page.getByRole("link", { name: /^Rome/ })).toContainText("1");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field(page, "Album").locator("option:checked")).toHaveText("No album");

  await field(page, "Visibility").selectOption("Private");
  await expect(tile(page, "ash, Private")).toBeVisible();
  await field(page, "License").selectOption("Public Domain");
  await page.reload();
  await expect(field(page, "License").locator("option:checked")).toHaveText("Public Domain");
  await expect(field(page, "Visibility").locator("option:checked")).toHaveText("Private");
});

test("a photo leaves its album only after confirmation, and stays in the panel so that it can join another", async ({
  page,
  site,
}) => {
  const rome = await site.album("Rome", { category: "travel" });
  const milano = await site.album("Milano", { category: "urban" });
  const [, photo] = await site.photos(milano, named("ash.jpg", "birch.jpg"));
  const albumId = async () => (await site.admin.call(getPhoto, { params: { id: photo?.id ?? 0 } })).photo.album_id;
  await page.goto(`/admin/album/milano?photo=${photo?.id}`);
  const question = page.getByRole("dialog");

  await field(page, "Category").selectOption("Travel");
  await expect(question).toContainText("This takes the photo out of Milano and off the public site");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(field(page, "Category").locator("option:checked")).toHaveText("Urban");
  expect(await albumId()).toBe(milano.id);

  await field(page, "Category").selectOption("Travel");
  await question.getByRole("button", { name: "Change category" }).click();
  await expect(message(page, "Category changed. The photo is in no album now.")).toBeVisible();
  await expect(tile(page, "birch")).toBeHidden();
  await field(page, "Album").selectOption("Rome");
  await expect.poll(albumId).toBe(rome.id);

  await tile(page, "ash").click();
  await field(page, "Album").selectOption("No album");
  await expect(question).toContainText("Are you sure you want to delete this photo from the album?");
  await question.getByRole("button", { name: "Remove from Album" }).click();
  await expect(message(page, "Photo removed from Milano. Still in the library.")).toBeVisible();
  await expect(field(page, "Album").locator("option:checked")).toHaveText("No album");
  await page.goto("/admin");
  await expect(tile(page, "ash, In no album")).toBeVisible();
  await expect(tile(page, "birch$")).toBeVisible();
});

const LONG_TITLES = ["a".repeat(200), "long words ".repeat(18).trim()];

for (const title of LONG_TITLES) {
  test(`a title of ${title.length} characters stays inside the panel: ${title.slice(0, 12)}`, async ({
    page,
    site,
  }) => {
    const [photo] = await site.photos(await site.album("Milano"), named("ash.jpg"));
    const id = photo?.id ?? 0;
    await site.admin.call(updatePhoto, { params: { id }, body: { title } });
    await page.goto(`/admin?photo=${id}`);
    for (const width of [1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(field(page, "Title")).toHaveValue(title);
      for (const label of ["Title", "Caption", "Category", "License"]) {
        const box = await field(page, label).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0), `${label} at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  });
}

test("the close button closes the panel until the next selection; the I key folds it permanently", async ({
  page,
  site,
}) => {
  const [ash] = await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");
  await tile(page, "ash").click();
  await panel(page).getByRole("button", { name: "Close panel" }).click();
  await expect(panel(page)).toBeHidden();
  await tile(page, "birch").click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole("button", { name: "Close panel" }).click();
  await tile(page, "birch").click();
  await expect(panel(page)).toBeVisible();

  await page.keyboard.press("i");
  await expect(panel(page)).toBeHidden();
  await tile(page, "ash").click();
  // The address follows the selection after a pause.
  await expect(page).toHaveURL(new RegExp(`photo=${ash?.id}\\b`));
  await page.reload();
  await expect(tile(page, "ash")).toHaveAttribute("aria-selected", "true");
  await expect(panel(page)).toBeHidden();
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await expect(panel(page)).toBeVisible();
});

test("a refused change shows a message and is rolled back", async ({ page, site }) => {
  const [photo] = await site.photos(await site.album("Milano"), named("ash.jpg"));
  await page.goto(`/admin?photo=${photo?.id}`);
  await page.route(`**/admin/photos/${photo?.id}`, (route) =>
    // Let reads through: the panel may still be loading.
    route.request().method() === "PUT"
      ? route.fulfill({ status: 422, json: { success: false, message: "Too poetic" } })
      : route.continue(),
  );
  await field(page, "Title").fill("Ode");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Failed to update title: Too poetic");
  await expect(field(page, "Title")).toHaveValue("ash");
  await expect(panel(page).getByText("Reverted")).toBeVisible();

  await page.evaluate((key) => localStorage.removeItem(key), ADMIN_TOKEN_KEY);
  await field(page, "Title").fill("Ode");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No admin token found. Please log in again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
});

test("several photos are edited together, with Mixed where they differ", async ({ page, site }) => {
  const album = await site.album("Milano", { category: "urban" });
  const photos = await site.photos(album, named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");
  await tile(page, "ash").click();
  await field(page, "Tags").fill("tree");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("tree")).toBeVisible();
  await tile(page, "birch").click({ modifiers: ["Control"] });
  await expect(panel(page)).toContainText("2 photos");
  await expect(field(page, "Title")).toHaveAttribute("placeholder", "Mixed");
  await expect(panel(page).getByTitle("Only on some of these photos")).toHaveText("tree");

  await field(page, "Tags").fill("forest");
  await page.keyboard.press("Enter");
  await field(page, "License").selectOption("Creative Commons");
  for (const { id } of photos) {
    const read = async () => (await site.admin.call(getPhoto, { params: { id } })).photo;
    await expect.poll(async () => (await read()).tags).toContain("forest");
    await expect.poll(async () => (await read()).license).toBe("Creative Commons");
  }
});
