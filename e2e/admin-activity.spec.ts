import { restorePhoto, trashPhoto } from "../contract/trash.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, named, test } from "./admin-site.ts";

test("the activity lists what happened, by kind, and older events on request", async ({ page, site }) => {
  const [photo] = await site.photos(await site.album("Milano"), named("ash.jpg"));
  if (!photo) throw new Error("the upload returned no photo");
  const params = { id: photo.id };
  for (let round = 0; round < 26; round++) {
    await site.admin.call(trashPhoto, { params });
    await site.admin.call(restorePhoto, { params });
  }
  await page.goto("/admin/activity?kind=uploads");
  const events = page.getByRole("main").getByRole("listitem");
  await expect(page.getByLabel("Show")).toHaveValue("uploads");
  await expect(events.first()).toContainText("Uploaded 1 photo to Milano");

  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Account" }).click();
  await page.getByRole("main").getByRole("link", { name: "Activity" }).click();
  await expect(events).toHaveCount(50);
  await expect(events.first()).toContainText("Restored 1 photo from the trash");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect.poll(() => events.count()).toBeGreaterThan(50);

  await page.getByLabel("Show").selectOption("Uploads");
  await expect(events.first()).toContainText("Uploaded 1 photo to Milano");
  await expect(page).toHaveURL("/admin/activity?kind=uploads");
  await expectToFit(page, 390);
});
