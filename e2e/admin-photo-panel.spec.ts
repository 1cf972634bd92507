import type { Page } from "@playwright/test";
import { ADMIN_TOKEN_KEY, VISIBILITY } from "../contract/limits.ts";
import { getPhoto } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, signIn, test, tile, undoOf } from "./admin-site.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Photo details" });
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });

const LONG_TITLES = ["a".repeat(200), "long words ".repeat(18).trim()];

test("texts save on blur, the title also on Enter, and Escape cancels it", async ({ page, site }) => {
  const [photo, camera] = await site.photos(await site.album("Milano"), named("ash.jpg", "DSC_0411.jpg"));
  if (!photo) throw new Error("Not uploaded");
  const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo;
  const title = field(page, "Title");
  await page.goto(`/admin?photo=${photo.id}`);
  expect((await panel(page).boundingBox())?.width).toBe(300);
  await expect(panel(page)).toContainText("320 × 240 px");
  await expectAccessible(page);

  await test.step("title and caption", async () => {
    await title.fill("Old ash");
    await page.keyboard.press("Enter");
    await expect(tile(page, "Old ash")).toBeVisible();
    await expect(panel(page).getByText("Saved")).toBeVisible();
    expect((await saved()).title).toBe("Old ash");
    await title.fill("Something else");
    await page.keyboard.press("Escape");
    await expect(title).toHaveValue("Old ash");
    await field(page, "Caption").fill("By the river");
    await field(page, "Tags").click();
    await expect.poll(async () => (await saved()).caption).toBe("By the river");
    expect((await saved()).title).toBe("Old ash");
  });

  await test.step("tags", async () => {
    await field(page, "Tags").fill("  tree ");
    await page.keyboard.press("Enter");
    await expect(panel(page).getByRole("button", { name: "Remove tag tree" })).toBeVisible();
    await field(page, "Tags").fill("   ");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await saved()).tags).toEqual(["tree"]);
    await panel(page).getByRole("button", { name: "Remove tag tree" }).click();
    await expect.poll(async () => (await saved()).tags).toEqual([]);
  });

  await test.step("the alt text has its own field, with a sentence that explains it", async () => {
    await expect(field(page, "Alt text")).toHaveAccessibleDescription(/for people who cannot see it/);
    await field(page, "Alt text").fill("A tall ash by the river");
    await field(page, "Tags").click();
    await expect.poll(async () => (await saved()).alt).toBe("A tall ash by the river");
    await expect(panel(page).getByRole("img")).toHaveAccessibleName("A tall ash by the river");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(async () => (await saved()).alt).toBe("");
  });

  await test.step("a title can be emptied, and an untitled photo goes by its file's name", async () => {
    expect(camera?.title).toBe("");
    await expect(tile(page, "DSC_0411.jpg")).toBeVisible();
    await title.fill("");
    await page.keyboard.press("Enter");
    await expect(tile(page, "ash.jpg")).toBeVisible();
    await expect(title).toHaveValue("");
    await expect(title).toHaveAttribute("placeholder", "Add a title");
    await expect.poll(async () => (await saved()).title).toBe("");
  });

  await test.step("a long title stays inside the panel", async () => {
    for (const long of LONG_TITLES) {
      await title.fill(long);
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await saved()).title).toBe(long);
      for (const width of [1280, 2560, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(title).toHaveValue(long);
        for (const label of ["Title", "Caption", "Category", "License"]) {
          const box = await field(page, label).boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 0), `${label} at ${width} px`).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  await test.step("without a token, the login says so; then the text is in its field, and the message is gone", async () => {
    await page.evaluate((key) => localStorage.removeItem(key), ADMIN_TOKEN_KEY);
    await title.fill("Ode");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No admin token found. Please log in again.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await signIn(page);
    await expect(title).toHaveValue("Ode");
    await expect(page.getByRole("alert")).toBeHidden();
    await panel(page).getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo.title)
      .toBe("Ode");
    await expect(panel(page).getByRole("button", { name: "Retry" })).toBeHidden();
  });
});

test("Enter in an alt text goes to the next photo's, at once and only then", async ({ page, site }) => {
  const album = await site.album("Milano");
  const photos = await site.photos(album, named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await page.goto(`/admin/album/${album.slug}`);
  const alt = field(page, "Alt text");

  await tile(page, "ash").click();
  await alt.click();
  // As someone types who knows what comes next.
  await page.keyboard.type("One\nTwo\n");
  await expect(alt).toBeFocused();
  for (const [index, text] of ["One", "Two", ""].entries()) {
    const id = photos[index]?.id ?? 0;
    await expect.poll(async () => (await site.admin.call(getPhoto, { params: { id } })).photo.alt).toBe(text);
  }

  await tile(page, "birch").click();
  await expect(alt).toHaveValue("Two");
  await expect(tile(page, "birch")).toBeFocused();
});

test("a photo leaves its album only after confirmation, and joins another of its category from the panel", async ({
  page,
  site,
}) => {
  const rome = await site.album("Rome", { category: "travel" });
  const milano = await site.album("Milano", { category: "urban" });
  const [, photo] = await site.photos(milano, named("ash.jpg", "birch.jpg"));
  const saved = async () => (await site.admin.call(getPhoto, { params: { id: photo?.id ?? 0 } })).photo;
  const albumId = async () => (await saved()).album_id;
  const chosenAlbum = field(page, "Album").locator("option:checked");
  await page.goto(`/admin/album/milano?photo=${photo?.id}`);
  const question = page.getByRole("dialog");

  await test.step("by its category", async () => {
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
  });

  await test.step("by No album", async () => {
    await tile(page, "ash").click();
    await field(page, "Album").selectOption("No album");
    await expect(question).toContainText("Are you sure you want to delete this photo from the album?");
    await question.getByRole("button", { name: "Remove from album" }).click();
    await expect(message(page, "Photo removed from Milano. Still in the library.")).toBeVisible();
    await expect(chosenAlbum).toHaveText("No album");
    await page.getByRole("link", { name: "All content" }).click();
    await expect(tile(page, "ash, In no album")).toBeVisible();
    await expect(tile(page, "birch$")).toBeVisible();
  });

  await test.step("the album choices are those of the category, and a new category clears the album", async () => {
    await tile(page, "birch").click();
    await expect(field(page, "Album").getByRole("option")).toHaveText(["No album", "Rome"]);
    await field(page, "Category").selectOption("Urban");
    await question.getByRole("button", { name: "Change category" }).click();
    await expect(field(page, "Album").getByRole("option")).toHaveText(["No album", "Milano"]);
    await expect(chosenAlbum).toHaveText("No album");
    await field(page, "Album").selectOption("Milano");
    await expect(page.getByRole("link", { name: /^Milano/ })).toContainText("1");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(chosenAlbum).toHaveText("No album");
  });

  await test.step("visibility and license", async () => {
    await field(page, "Visibility").selectOption("Private");
    await expect(tile(page, "birch, Private")).toBeVisible();
    await field(page, "License").selectOption("Public Domain");
    await expect(field(page, "License").locator("option:checked")).toHaveText("Public Domain");
    await expect.poll(saved).toMatchObject({ license: "Public Domain", visibility: VISIBILITY.private });
  });
});

test("several photos are edited together; the panel closes until the next selection, or is folded permanently", async ({
  page,
  site,
}) => {
  const album = await site.album("Milano", { category: "urban" });
  const photos = await site.photos(album, named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");

  await test.step("with Mixed where they differ", async () => {
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

  await test.step("a text written over all of theirs says so, with Undo", async () => {
    const captions = async () => {
      const read = photos.map(({ id }) => site.admin.call(getPhoto, { params: { id } }));
      return (await Promise.all(read)).map(({ photo }) => photo.caption);
    };
    await field(page, "Caption").fill("By the river");
    await page.keyboard.press("Tab");
    await expect.poll(captions).toEqual(["By the river", "By the river"]);
    await undoOf(page, "Caption of 2 photos changed").click();
    await expect.poll(captions).toEqual(["", ""]);
  });

  await test.step("the close button closes the panel until the next selection", async () => {
    await tile(page, "ash").click();
    await panel(page).getByRole("button", { name: "Close panel" }).click();
    await expect(panel(page)).toBeHidden();
    await tile(page, "birch").click();
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole("button", { name: "Close panel" }).click();
    await tile(page, "birch").click();
    await expect(panel(page)).toBeVisible();
  });

  await test.step("the I key folds it permanently", async () => {
    await page.keyboard.press("i");
    await expect(panel(page)).toBeHidden();
    await tile(page, "ash").click();
    // The URL follows the selection after a pause.
    await expect(page).toHaveURL(new RegExp(`photo=${photos[0]?.id}\\b`));
    await page.reload();
    await expect(tile(page, "ash")).toHaveAttribute("aria-selected", "true");
    await expect(panel(page)).toBeHidden();
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await expect(panel(page)).toBeVisible();
  });
});
