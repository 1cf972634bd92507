import type { Page } from "@playwright/test";
import { listAlbumPhotos } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import { trashPhoto } from "../contract/trash.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, test } from "./admin-site.ts";

test("the trash shows what was deleted, each with Restore and Delete Forever", async ({ page, site }) => {
  await trashed(site, "ash.jpg", "birch.jpg");
  await page.goto("/admin/trash");
  await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeVisible();
  await expect(page.getByText("Deleted photos - can be permanently deleted or restored")).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
  await cards(page).first().hover();
  await expect(cards(page).first().getByRole("button", { name: "Restore", exact: true })).toBeVisible();
  await expect(cards(page).first().getByRole("button", { name: "Delete Forever", exact: true })).toBeVisible();
});

test("an empty trash explains itself", async ({ page }) => {
  await page.goto("/admin/trash");
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await expect(page.getByText("No deleted photos found. Photos moved to trash will appear here.")).toBeVisible();
  await expect(page.getByText(/Tip: click Refresh Trash/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Empty Trash" })).toBeDisabled();
});

test("a photo is restored immediately to its album, and Undo returns it to the trash", async ({ page, site }) => {
  const album = await trashed(site, "ash.jpg");
  await page.goto("/admin/trash");
  const answer = Promise.withResolvers<void>();
  await page.route("**/restore", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await restoreFirst(page);
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  const back = await site.admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(back.photos.map(({ title }) => title)).toEqual(["ash"]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toHaveCount(1);
});

test("a photo that cannot be restored reappears, and the error is logged", async ({ page, site }) => {
  await trashed(site, "ash.jpg");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.route("**/restore", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/admin/trash");
  await restoreFirst(page);
  await expect(page.getByRole("alert")).toContainText("ash is still in the trash");
  await expect(cards(page)).toHaveCount(1);
  expect(logged.join("\n")).toContain("Failed to restore photo");
});

test("Delete Forever asks first, then the photo is gone", async ({ page, site }) => {
  await trashed(site, "ash.jpg", "birch.jpg");
  await page.goto("/admin/trash");
  await deleteFirst(page);
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Permanently delete this photo? This cannot be undone.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(2);

  await page.route("**/permanent", (route) => route.fulfill({ status: 500, body: "" }));
  await deleteFirst(page);
  await question.getByRole("button", { name: "Delete Forever" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to permanently delete photo. Please try again.");
  await expect(cards(page)).toHaveCount(2);

  await page.unroute("**/permanent");
  await deleteFirst(page);
  await question.getByRole("button", { name: "Delete Forever" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(async () => (await site.admin.call(listPhotos)).total).toBe(1);
});

test("Empty Trash asks, deletes everything and says how many", async ({ page, site }) => {
  await trashed(site, "ash.jpg", "birch.jpg", "cedar.jpg");
  await page.goto("/admin/trash");
  await page.route("**/trash/empty", (route) => route.fulfill({ status: 500, body: "" }));
  await emptyTrash(page);
  await expect(page.getByRole("alert")).toContainText("Failed to empty trash. Please try again.");
  await expect(cards(page)).toHaveCount(3);

  await page.unroute("**/trash/empty");
  await emptyTrash(page);
  await expect(page.getByText("Successfully deleted 3 photos from trash")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  expect((await site.admin.call(listPhotos)).total).toBe(0);
});

test("a failed fetch, even an HTML answer, is only logged and shows an empty list; Refresh Trash retries", async ({
  page,
  site,
}) => {
  await trashed(site, "ash.jpg");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const list = "**/api/v1/admin/photos?*";
  await page.route(list, (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<p>proxy</p>" }));
  await page.goto("/admin/trash");
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  expect(logged.join("\n")).toContain("Failed to fetch the trash");
  await page.unroute(list);
  await page.getByRole("button", { name: "Refresh Trash" }).click();
  await expect(cards(page)).toHaveCount(1);
});

test("moving a photo to the trash is broadcast to the window, and the trash shows it", async ({ page, site }) => {
  const album = await site.album("Trees");
  await site.photos(album, named("ash.jpg"));
  await page.goto("/admin/album/trees");
  await page.evaluate(() => {
    window.addEventListener("photoUpdated", (event) => {
      if (event instanceof CustomEvent) document.title = event.detail.action;
    });
  });
  await page.getByRole("option").first().click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("dialog")).toContainText("Are you sure you want to delete this photo?");
  await page.getByRole("button", { name: "Move to trash" }).last().click();
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page).toHaveTitle("movedToTrash");
  await page.getByRole("link", { name: /^Trash/ }).click();
  await expect(cards(page)).toHaveCount(1);
});

test("a trash that loads while a photo is being moved to it shows that photo too", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  await page.goto("/admin/album/trees");
  await page.getByRole("option").first().click();
  const stored = Promise.withResolvers<void>();
  await page.route("**/trash", async (route) => {
    if (route.request().method() === "POST") await stored.promise;
    await route.continue();
  });
  // An answer read before the move that arrives after it.
  const read = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/v1/admin/photos?deleted=1*", async (route) => {
    const response = await route.fetch();
    read.resolve();
    await answer.promise;
    // The page may have cancelled the request by then.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Move to trash" }).last().click();
  await page.getByRole("link", { name: /^Trash/ }).click();
  await read.promise;
  stored.resolve();
  await expect(message(page, /moved to trash$/)).toBeVisible();
  answer.resolve();
  await expect(cards(page)).toHaveCount(1);
});

test("the trash is accessible, and has as many columns as fit", async ({ page, site }) => {
  await trashed(site, "a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg");
  await page.goto("/admin/trash");
  await expect(cards(page)).toHaveCount(6);
  await expectAccessible(page);
  const columns = async () =>
    new Set(await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left))).size;
  for (const [width, expected] of [
    [390, 1],
    [768, 2],
    [1440, 4],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns, `columns at ${width} px`).toBe(expected);
  }
});

test("several photos are selected and restored, or all of them, and each says where it returns to", async ({
  page,
  site,
}) => {
  await trashed(site, "ash.jpg", "birch.jpg", "cedar.jpg");
  await page.goto("/admin/trash");
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText("Returns to Trees");
  await page.getByRole("checkbox", { name: "Select ash" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Select birch" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected photos" });
  await expect(bar).toContainText("2 selected");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Restore" }).click();
  await expect(message(page, "2 photos restored")).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toHaveCount(3);

  await page.getByRole("checkbox", { name: "Select cedar" }).check();
  await bar.getByRole("button", { name: "Delete Forever" }).click();
  await expect(page.getByRole("dialog")).toContainText("Permanently delete this photo? This cannot be undone.");
  await page.getByRole("dialog").getByRole("button", { name: "Delete Forever" }).click();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Restore all" }).click();
  await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
  await expect
    .poll(async () => (await site.admin.call(listAlbumPhotos, { params: { slug: "trees" } })).photos.length)
    .toBe(2);
});

test("a long trash is drawn in parts, as far as one scrolls", async ({ page, site }) => {
  await trashed(site, "ash.jpg");
  await page.route("**/admin/photos?deleted=1**", async (route) => {
    const answer = await (await route.fetch()).json();
    const photos = Array.from({ length: 200 }, (_, index) => ({ ...answer.photos[0], id: index + 1 }));
    await route.fulfill({ json: { ...answer, photos } });
  });
  await page.goto("/admin/trash");
  await expect(cards(page).first()).toContainText("ash");
  expect(await cards(page).count()).toBeLessThan(200);
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(200, { timeout: 500 });
  }).toPass();
});

/** An album with these photos, all of them in the trash. */
async function trashed(site: RunningSite, ...names: string[]) {
  const album = await site.album("Trees");
  const photos = await site.photos(album, named(...names));
  for (const { id } of photos) await site.admin.call(trashPhoto, { params: { id } });
  return album;
}

const cards = (page: Page) => page.getByRole("list", { name: "Deleted photos" }).getByRole("listitem");

async function restoreFirst(page: Page) {
  await cards(page).first().hover();
  await cards(page).first().getByRole("button", { name: "Restore" }).click();
}

async function deleteFirst(page: Page) {
  await cards(page).first().hover();
  await cards(page).first().getByRole("button", { name: "Delete Forever" }).click();
}

async function emptyTrash(page: Page) {
  await page.getByRole("button", { name: "Empty Trash" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(
    "Are you sure you want to permanently delete all photos in trash? This cannot be undone.",
  );
  await question.getByRole("button", { name: "Empty Trash" }).click();
}
