import type { Page } from "@playwright/test";
import { listAlbumPhotos } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import { deletePhotoPermanently, trashPhoto } from "../contract/trash.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, test, tile, titles, undoOf } from "./admin-site.ts";

test("the trash shows what was deleted, and several photos or all of them are restored or deleted", async ({
  page,
  site,
}) => {
  await trashed(site, "ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg", "elm.jpg", "fir.jpg");
  await page.goto("/admin/trash");
  await expect(page.getByRole("heading", { name: "Trash", exact: true })).toBeVisible();
  await expect(page.getByText("Deleted photos - can be permanently deleted or restored")).toBeVisible();
  await expect(cards(page)).toHaveCount(6);

  await test.step("each photo says where it returns to, and has Restore and Delete Forever", async () => {
    await expect(cards(page).first()).toContainText("Returns to Trees");
    await cards(page).first().hover();
    await expect(cards(page).first().getByRole("button", { name: "Restore", exact: true })).toBeVisible();
    await expect(cards(page).first().getByRole("button", { name: "Delete Forever", exact: true })).toBeVisible();
  });

  await test.step("there are as many columns as fit", async () => {
    const columns = async () =>
      new Set(await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left))).size;
    for (const [width, expected] of [
      [340, 1],
      [390, 2],
      [768, 2],
      [1920, 5],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(columns, `columns at ${width} px`).toBe(expected);
    }
  });

  const restoreClicked = Promise.withResolvers<void>();
  await test.step("several", async () => {
    await page.getByRole("checkbox", { name: "Select ash" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "Select birch" }).check();
    const bar = page.getByRole("toolbar", { name: "Selected photos" });
    await expect(bar).toContainText("2 selected");
    await expectAccessible(page);
    await bar.getByRole("button", { name: "Restore" }).click();
    await expect(message(page, "2 photos restored")).toBeVisible();
    await expect(cards(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cards(page)).toHaveCount(6);

    await page.getByRole("checkbox", { name: "Select cedar" }).check();
    await bar.getByRole("button", { name: "Delete Forever" }).click();
    await expect(page.getByRole("dialog")).toContainText("Permanently delete this photo? This cannot be undone.");
    await page.route("**/permanent", async (route) => {
      await restoreClicked.promise;
      await route.continue();
    });
    await page.getByRole("dialog").getByRole("button", { name: "Delete Forever" }).click();
    await expect(cards(page)).toHaveCount(5);
  });

  await test.step("all, also what another tab moved there, and the empty trash explains itself", async () => {
    await expect(page.getByText("5 photos in the trash", { exact: true })).toBeVisible();
    const [elder] = await site.photos(await site.album("Shrubs"), named("elder.jpg"));
    await site.admin.call(trashPhoto, { params: { id: elder?.id ?? 0 } });
    // On a slow connection, the photo is still on its way out: it must not be restored with the others.
    await page.getByRole("button", { name: "Restore all" }).click();
    restoreClicked.resolve();
    await expect(message(page, "6 photos restored")).toBeVisible();
    await undoOf(page, "6 photos restored").click();
    await expect(cards(page)).toHaveCount(6);
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
    await expect(page.getByText("No deleted photos found. Photos moved to trash will appear here.")).toBeVisible();
    await expect(page.getByText(/Tip: click Refresh Trash/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Empty Trash" })).toBeDisabled();
    await expect.poll(() => inAlbum(site)).toEqual(["ash", "birch", "damson", "elm", "fir"]);
  });
});

test("a photo is restored immediately to its album, and Undo returns it to the trash", async ({ page, site }) => {
  await trashed(site, "ash.jpg", "birch.jpg");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/admin/trash");
  const restore = page.getByRole("button", { name: "Restore", exact: true });

  await test.step("the focus moves to the next photo", async () => {
    await restore.first().focus();
    await page.keyboard.press("Enter");
    await expect(restore).toHaveCount(1);
    await expect(restore).toBeFocused();
    await expect(message(page, / restored$/)).toBeVisible();
  });

  await test.step("the last photo leaves before the server responds, and the focus stays on the screen", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/restore", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
    await expect(page.getByRole("main").locator(":focus")).toBeVisible();
    held.resolve();
    await expect.poll(() => inAlbum(site)).toEqual(["ash", "birch"]);
  });

  await test.step("Undo", async () => {
    await undoOf(page, "ash restored").click();
    await expect(cards(page)).toHaveCount(1);
  });
});

test("Delete Forever and Empty Trash ask first", async ({ page, site }) => {
  await trashed(site, "ash.jpg", "birch.jpg", "cedar.jpg");
  await page.goto("/admin/trash");
  const question = page.getByRole("dialog");

  await test.step("Delete Forever", async () => {
    await deleteFirst(page);
    await expect(question).toContainText("Permanently delete this photo? This cannot be undone.");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cards(page)).toHaveCount(3);

    await deleteFirst(page);
    await question.getByRole("button", { name: "Delete Forever" }).click();
    await expect(cards(page)).toHaveCount(2);
    await expect.poll(async () => (await site.admin.call(listPhotos)).total).toBe(2);
  });

  await test.step("Empty Trash says how many it deleted", async () => {
    const [elder] = await site.photos(await site.album("Shrubs"), named("elder.jpg"));
    await site.admin.call(trashPhoto, { params: { id: elder?.id ?? 0 } });
    await emptyTrash(page, "3 photos in the trash.");
    await expect(page.getByText("Successfully deleted 3 photos from trash")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
    expect((await site.admin.call(listPhotos)).total).toBe(0);
  });
});

test("a photo moved to the trash is broadcast to the window, and a trash that loads in between shows it too", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  await page.goto("/admin/album/trees");
  await page.evaluate(() => {
    window.addEventListener("photoUpdated", (event) => {
      document.body.dataset.heard = (event as CustomEvent).detail.action;
    });
  });
  await page.getByRole("option").first().click();
  const stored = Promise.withResolvers<void>();
  await page.route("**/trash", async (route) => {
    if (route.request().method() === "POST") await stored.promise;
    await route.continue();
  });
  // A response read before the move that arrives after it.
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/v1/admin/photos/ids?deleted=1*", async (route) => {
    const response = await route.fetch();
    read.resolve();
    await held.promise;
    // The page may have cancelled the request by then.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.keyboard.press("Delete");
  await expect(page.getByRole("dialog")).toContainText("Are you sure you want to delete this photo?");
  await page.getByRole("button", { name: "Move to trash" }).last().click();
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.getByRole("link", { name: /^Trash/ }).click();
  await read.promise;
  stored.resolve();
  await expect(message(page, /moved to trash$/)).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-heard", "movedToTrash");
  held.resolve();
  await expect(cards(page)).toHaveCount(1);
});

test("a photo that another tab has deleted for good says so and leaves, and a lost response is no failure", async ({
  page,
  site,
}) => {
  const album = await site.album("Trees");
  const [ash, birch, cedar, damson, elm] = await site.photos(
    album,
    named("ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg", "elm.jpg"),
  );
  const id = (photo: typeof ash) => ({ params: { id: photo?.id ?? 0 } });
  const deleteElsewhere = async (photo: typeof ash) => {
    await site.admin.call(trashPhoto, id(photo));
    await site.admin.call(deletePhotoPermanently, id(photo));
  };
  const alert = page.getByRole("alert");
  const dismiss = () => alert.getByRole("button", { name: "Dismiss" }).click();

  await test.step("in an album, alone or among others", async () => {
    await page.goto("/admin/album/trees");
    await tile(page, "ash").click();
    await deleteElsewhere(ash);
    await page.keyboard.press("f");
    await expect(alert).toContainText("ash was permanently deleted in another window");
    await expect.poll(() => titles(page)).toBe("birch cedar damson elm");
    await dismiss();

    await tile(page, "birch").click();
    await page.keyboard.press("Control+a");
    await deleteElsewhere(birch);
    await page.keyboard.press("b");
    await expect(alert).toContainText("birch was permanently deleted in another window");
    await expect(message(page, "3 photos added to the quick collection")).toBeVisible();
    await expect.poll(() => titles(page)).toBe("cedar damson elm");
    await dismiss();
  });

  await test.step("the response to moving several to the trash is lost, but not what it says", async () => {
    await page.keyboard.press("Control+a");
    await page.route("**/photos/bulk", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
    await expect(message(page, "3 photos moved to trash")).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.unroute("**/photos/bulk");
  });

  await test.step("in the trash", async () => {
    // What it shows may be from before; a later list would no longer have the photo.
    const listed = page.waitForResponse(/\/photos\/ids\?deleted=1/);
    await page.getByRole("link", { name: /^Trash/ }).click();
    await listed;
    await expect(cards(page)).toHaveCount(3);
    await site.admin.call(deletePhotoPermanently, id(cedar));
    const card = cards(page).filter({ hasText: "cedar" });
    await card.hover();
    await card.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(alert).toContainText("cedar was permanently deleted in another window");
    await expect(cards(page)).toHaveCount(2);
    await dismiss();
  });

  await test.step("deleted, though the response is lost", async () => {
    expect([damson?.title, elm?.title]).toEqual(["damson", "elm"]);
    await page.route("**/permanent", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await deleteFirst(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete Forever" }).click();
    await expect(message(page, /was permanently deleted$/)).toBeVisible();
    await page.route("**/trash/empty", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await emptyTrash(page);
    await expect(page.getByText("Successfully deleted 1 photos from trash")).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

/** An album with these photos, all of them in the trash. */
async function trashed(site: RunningSite, ...names: string[]) {
  const photos = await site.photos(await site.album("Trees"), named(...names));
  for (const { id } of photos) await site.admin.call(trashPhoto, { params: { id } });
}

const inAlbum = async ({ admin }: RunningSite) =>
  (await admin.call(listAlbumPhotos, { params: { slug: "trees" } })).photos.map(({ title }) => title);

const cards = (page: Page) => page.getByRole("list", { name: "Deleted photos" }).getByRole("listitem");

async function deleteFirst(page: Page) {
  await cards(page).first().hover();
  await cards(page).first().getByRole("button", { name: "Delete Forever" }).click();
}

async function emptyTrash(page: Page, number = "in the trash") {
  await page.getByRole("button", { name: "Empty Trash" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(
    "Are you sure you want to permanently delete all photos in trash? This cannot be undone.",
  );
  await expect(question).toContainText(number);
  await question.getByRole("button", { name: "Empty Trash" }).click();
}
