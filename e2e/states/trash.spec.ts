import type { Page } from "@playwright/test";
import { listPhotoIds } from "../../contract/photos.ts";
import { deletePhotoPermanently, emptyTrash, restorePhoto } from "../../contract/trash.ts";
import { expect, test } from "./admin.ts";
import { photo, respondWithPhotos } from "./library.ts";

const cards = (page: Page) => page.getByRole("list", { name: "Deleted photos" }).getByRole("listitem");
const trashed = (id: number, title: string) =>
  photo(id, title, { deleted: true, trashed_on: "2026-05-17T10:00:00.000Z" });

test("a failed fetch is only logged and shows an empty list, and Refresh Trash retries", async ({ page, api }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const refresh = page.getByRole("button", { name: "Refresh Trash" });
  respondWithPhotos(api, [trashed(1, "ash")]);

  await test.step("even an HTML response is only logged", async () => {
    api.fail(listPhotoIds, { status: 200, page: "<p>proxy</p>" });
    await page.goto("/admin/trash");
    await expect(page.getByRole("heading", { name: "Trash is empty" })).toBeVisible();
    expect(logged.join("\n")).toContain("Failed to fetch the trash");
    respondWithPhotos(api, [trashed(1, "ash")]);
    await refresh.click();
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step("a photo that is not restored reappears, and the error is logged", async () => {
    api.fail(restorePhoto, { status: 500, page: "" });
    await cards(page).first().hover();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("ash is still in the trash");
    await expect(cards(page)).toHaveCount(1);
    expect(logged.join("\n")).toContain("Failed to restore photo");
    await dismissAlert(page);
  });

  await test.step("a photo that is not deleted stays", async () => {
    api.fail(deletePhotoPermanently, { status: 500, page: "" });
    await cards(page).first().hover();
    await cards(page).first().getByRole("button", { name: "Delete Forever" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete Forever" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to permanently delete photo. Please try again.");
    await expect(cards(page)).toHaveCount(1);
    await dismissAlert(page);
  });

  await test.step("and so do all, if the trash is not emptied", async () => {
    api.fail(emptyTrash, { status: 500, page: "" });
    await page.getByRole("button", { name: "Empty Trash" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Empty Trash" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to empty trash. Please try again.");
    await expect(cards(page)).toHaveCount(1);
    await dismissAlert(page);
  });

  await test.step("a long trash is drawn in parts, as far as one scrolls", async () => {
    respondWithPhotos(
      api,
      Array.from({ length: 200 }, (_, index) => trashed(index + 1, "ash")),
    );
    await refresh.click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(1);
    await expect(page.getByText("200 photos in the trash", { exact: true })).toBeVisible();
    await expect(cards(page).first()).toContainText("ash");
    expect(await cards(page).count()).toBeLessThan(200);
    // Also those that are not drawn yet fit into their columns.
    const scroller = page.locator("[data-scroller]");
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect(async () => {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(200, { timeout: 500 });
    }).toPass();
  });
});

const dismissAlert = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
