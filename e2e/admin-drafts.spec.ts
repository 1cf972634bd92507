import { expectAccessible } from "./accessible.ts";
import { expect, message, named, test, undoOf } from "./admin-site.ts";

test("an album becomes a draft in one click, gets another URL, and Undo takes back either", async ({ page, site }) => {
  await site.album("Taken", { category: "urban" });
  await site.photos(await site.album("Harbour", { category: "urban" }), named("dawn.jpg"));
  const status = async () => (await site.visitor.fetch("/urban/harbour")).status;
  await page.goto("/admin/album/harbour");
  const sidebarLink = page.getByRole("navigation").getByRole("link", { name: /^Harbour/ });
  await page.getByRole("button", { name: "Public. Make it a draft" }).click();

  await expect(message(page, "Harbour made a draft. Visitors do not see it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Draft. Make it public" })).toBeVisible();
  await expect(sidebarLink).toContainText("Draft");
  expect(await status()).toBe(404);
  // Its pictures have other URLs now, which only the owner can open.
  const tile = page.getByRole("option", { name: /^dawn/ }).locator("img");
  await expect(tile).toHaveAttribute("src", /signature=/);
  await tile.click();
  await expect(page.getByRole("toolbar", { name: "Selected photos" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("navigation").getByRole("link", { name: "All Albums" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /^Draft\s?Harbour/ })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(message(page, "Undone: Harbour made a draft")).toBeVisible();
  await expect(sidebarLink).not.toContainText("Draft");
  expect(await status()).toBe(200);

  await test.step("a taken URL is explained at the field, and Undo restores a changed one", async () => {
    await sidebarLink.click();
    await expect(page).toHaveURL(/\/admin\/album\/harbour$/);
    await page.getByRole("button", { name: "Actions for Harbour" }).click();
    await page.getByRole("menuitem", { name: "Edit album…" }).click();
    const address = page.getByLabel("Address");
    await expect(address).toHaveValue("harbour");
    await address.fill("taken");
    await page.keyboard.press("Enter");
    await expect(address).toHaveAccessibleDescription("This address belongs to the album “Taken”");

    await address.fill("old-port");
    await expect(address).toHaveAccessibleDescription("This address belongs to the album “Taken”");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/album\/old-port$/);
    await expect(message(page, "Address of Harbour changed to /urban/old-port")).toBeVisible();
    const former = await site.visitor.fetch("/urban/harbour", { redirect: "manual" });
    expect([former.status, former.headers.get("location")]).toEqual([301, "/urban/old-port"]);

    const otherTab = await page.context().newPage();
    await otherTab.goto("/admin/album/harbour?viewing=1");
    await expect(otherTab).toHaveURL(/\/admin\/album\/old-port\?viewing=1$/);
    await expect(otherTab.getByText("Urban Album • 1 photos", { exact: true })).toBeVisible();
    expect(await otherTab.evaluate(() => history.length)).toBe(2);
    await otherTab.close();

    await undoOf(page, "Address of Harbour changed to /urban/old-port").click();
    await expect(page).toHaveURL(/\/admin\/album\/harbour$/);
    await expect(page.getByRole("heading", { name: "Harbour" })).toBeVisible();
  });
});
