import type { Page } from "@playwright/test";
import { createCategory } from "../contract/categories.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, expectToFit, message, test } from "./admin-site.ts";

test("a category is added, renamed, hidden and deleted, each with Undo, and the sidebar follows", async ({
  page,
  site,
}) => {
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Categories" }).click();
  await page.getByRole("button", { name: "Add Category" }).click();
  const name = page.getByLabel("Name");
  await name.fill("Admin");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription("The address /admin is used by the site itself. Choose another one");
  await name.fill("Street Life");
  await page.keyboard.press("Enter");
  await expect(message(page, "Street Life added")).toBeVisible();
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel", "Street Life"]);

  await openMenu(page, "Street Life", "Edit category…");
  await page.getByLabel("Name").fill("Streets");
  await page.getByLabel("Address").fill("streets");
  await page.keyboard.press("Enter");
  await expect(message(page, "Streets is at /streets now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions for Streets" })).toBeFocused();
  const former = await site.visitor.fetch("/street-life", { redirect: "manual" });
  expect([former.status, former.headers.get("location")]).toEqual([301, "/streets"]);

  await page.getByRole("button", { name: "Shown. Hide it from visitors: Streets" }).click();
  await expect(message(page, "Streets is hidden. Visitors see nothing of it.")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Streets" })).toContainText("Hidden");
  expect((await site.visitor.fetch("/streets")).status).toBe(404);
  await page.keyboard.press("Control+z");
  await expect(message(page, "Undone: Streets is shown")).toBeVisible();

  await openMenu(page, "Streets", "Delete category");
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel"]);
  await expect(message(page, "Streets deleted")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel", "Streets"]);
});

test("categories are reordered by keyboard, and one with albums cannot be deleted", async ({ page, site }) => {
  await site.album("Harbour", { category: "urban" });
  await page.goto("/admin/categories");
  const urban = page.getByRole("list", { name: "Categories" }).getByRole("button", { name: /^Urban/ });
  await urban.focus();
  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up Urban, position 1 of 3.");
  await page.keyboard.press("ArrowDown");
  await expect(announcement(page)).toHaveText("Urban, position 2 of 3.");
  await page.keyboard.press("Space");
  await expect(message(page, "New order of the categories saved")).toBeVisible();
  await expect.poll(() => shown(page)).toEqual(["Portraits", "Urban", "Travel"]);
  expect(Object.keys(await (await site.visitor.fetch("/api/v1/categories")).json())).toEqual([
    "portraits",
    "urban",
    "travel",
  ]);

  await page.getByRole("button", { name: "Actions for Urban" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete category (not empty)" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await expectToFit(page, 390);
});

test("on a phone, the counts of a category with a long address stay in one line", async ({ page, site }) => {
  await site.admin.call(createCategory, {
    body: { name: "Evenings", key: "long-summer-evenings-by-the-lake-of-geneva" },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/categories");
  const row = page.getByRole("listitem").filter({ hasText: "Evenings" });
  const counts = row.getByText("0 albums · 0 photos");
  await expect(counts).toBeInViewport({ ratio: 1 });
  const oneLine = page.getByRole("listitem").filter({ hasText: "Urban" }).getByText("0 albums · 0 photos");
  expect((await counts.boundingBox())?.height).toBe((await oneLine.boundingBox())?.height);
  await expectToFit(page, 390);
});

const shown = async (page: Page) =>
  page
    .getByRole("list", { name: "Categories" })
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((row) => row.querySelector("button span")?.textContent));

async function openMenu(page: Page, category: string, entry: string) {
  await page.getByRole("button", { name: `Actions for ${category}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
