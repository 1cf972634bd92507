import type { Page } from "@playwright/test";
import { bulkPhotos, updatePhoto } from "../../contract/photos.ts";
import { trashPhoto } from "../../contract/trash.ts";
import { expectAccessible } from "../accessible.ts";
import { tile } from "../admin-site.ts";
import { expect, test } from "./admin.ts";
import { photo, respondWithPhotos } from "./library.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Photo details" });
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
const alertOf = (page: Page) => page.getByRole("alert");
const dismissAlert = (page: Page) => alertOf(page).getByRole("button", { name: "Dismiss" }).click();

const LONG_TITLE = "long words ".repeat(18).trim();

test("a change of photos that is refused is rolled back with a message, but a text stays in its field", async ({
  page,
  api,
}) => {
  respondWithPhotos(api, [photo(1, "ash"), photo(2, LONG_TITLE)]);
  await page.goto("/admin");

  await test.step("of several", async () => {
    await tile(page, "ash").click();
    await page.keyboard.press("Control+a");
    api.fail(bulkPhotos, { status: 409, message: "Not today" });
    await page.getByRole("button", { name: "Feature", exact: true }).click();
    await expect(alertOf(page)).toContainText("Failed to update featured: Not today");
    await expect(tile(page, "ash")).toHaveAccessibleName("ash, In no album");
    await dismissAlert(page);
  });

  await test.step("a move to the trash", async () => {
    api.fail(trashPhoto, { status: 500, message: "No" });
    await tile(page, LONG_TITLE).click();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
    await expect(alertOf(page)).toContainText("Failed to move photo to trash. Please try again.");
    await expect(page.getByRole("listbox", { name: "Photos" }).getByRole("option")).toHaveCount(2);
    await dismissAlert(page);
  });

  await test.step("a text stays in its field with the reason, and everything else shows what is saved", async () => {
    const title = field(page, "Title");
    await tile(page, LONG_TITLE).click();
    await expect(title).toHaveValue(LONG_TITLE);
    api.fail(updatePhoto, { status: 422, message: "Too poetic" });
    await title.fill("Ode");
    await page.keyboard.press("Enter");
    await expect(alertOf(page)).toContainText("Failed to update title: Too poetic");
    await expect(title).toHaveValue("Ode");
    await expect(title).toHaveAccessibleDescription("Too poetic");
    await expect(panel(page).getByText("Not saved")).toBeVisible();
    await expect(tile(page, LONG_TITLE)).toBeVisible();
    await expectAccessible(page);
    await panel(page).getByRole("button", { name: "Discard" }).click();
    await expect(title).toHaveValue(LONG_TITLE);
    await dismissAlert(page);
  });

  await test.step("a choice goes back", async () => {
    await field(page, "License").selectOption("Public Domain");
    await expect(alertOf(page)).toContainText("Failed to update license: Too poetic");
    await expect(field(page, "License").locator("option:checked")).toHaveText("All Rights Reserved");
    await expect(panel(page).getByText("Reverted")).toBeVisible();
    await dismissAlert(page);
  });

  await test.step("the message stays until it is dismissed", async () => {
    await page.clock.install();
    api.fail(updatePhoto, { status: 500, page: "" });
    await tile(page, "ash").click();
    await page.keyboard.press("f");
    await expect(alertOf(page)).toContainText("ash: Failed to update favorite");
    await page.clock.fastForward("10:00");
    await expect(alertOf(page)).toBeVisible();
    await dismissAlert(page);
    await expect(alertOf(page)).toBeHidden();
  });
});
