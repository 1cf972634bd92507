import type { Page } from "@playwright/test";
import { createCategory, listAdminCategories } from "../contract/categories.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, expectToFit, message, named, test } from "./admin-site.ts";

test("a category is added, renamed, hidden and deleted, each with Undo, and the sidebar follows", async ({
  page,
  site,
}) => {
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Categories" }).click();
  await page.getByRole("button", { name: "Add category" }).click();
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
  await page.getByLabel("Text (optional)").fill("On foot.");
  await page.getByLabel("Address").fill("streets");
  await page.keyboard.press("Enter");
  await expect(message(page, "Address of Streets changed to /streets")).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions for Streets" })).toBeFocused();
  const former = await site.visitor.fetch("/street-life", { redirect: "manual" });
  expect([former.status, former.headers.get("location")]).toEqual([301, "/streets"]);
  await page.goto("/admin/albums/street-life");
  await expect(page).toHaveURL(/\/admin\/albums\/streets$/);
  await expect(page.getByRole("heading", { name: "Streets Albums" })).toBeVisible();
  await page.goBack();

  await page.getByRole("button", { name: "Shown. Hide it from visitors: Streets" }).click();
  await expect(message(page, "Streets hidden. Visitors do not see it.")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Streets" })).toContainText("Hidden");
  expect((await site.visitor.fetch("/streets")).status).toBe(404);
  await page.keyboard.press("Control+z");
  await expect(message(page, "Undone: Streets hidden")).toBeVisible();

  await openMenu(page, "Streets", "Delete category");
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel"]);
  await expect(message(page, "Streets deleted")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel", "Streets"]);
  await expect(message(page, "Undone: Streets deleted")).toBeVisible();
  const { categories } = await site.admin.call(listAdminCategories);
  expect(categories.at(-1)).toMatchObject({ hidden: false, description: "On foot.", former_keys: ["street-life"] });
  await page.keyboard.press("Control+Shift+z");
  await expect(message(page, "Redone: Streets deleted")).toBeVisible();
  await expect.poll(() => shown(page)).toEqual(["Urban", "Portraits", "Travel"]);
});

test("categories are reordered by keyboard, one with albums cannot be deleted, and long URLs fit a phone", async ({
  page,
  site,
}) => {
  await site.album("Harbour", { category: "urban" });
  await site.admin.call(createCategory, {
    body: { name: "Evenings", key: "long-summer-evenings-by-the-lake-of-geneva" },
  });
  await page.goto("/admin/categories");
  const urban = page.getByRole("list", { name: "Categories" }).getByRole("button", { name: /^Urban/ });
  await urban.focus();
  await page.keyboard.press("Space");
  await expect(announcement(page)).toHaveText("Picked up Urban, position 1 of 4.");
  await page.keyboard.press("ArrowDown");
  await expect(announcement(page)).toHaveText("Urban, position 2 of 4.");
  await page.keyboard.press("Space");
  await expect(message(page, "New order of the categories saved")).toBeVisible();
  await expect.poll(() => shown(page)).toEqual(["Portraits", "Urban", "Travel", "Evenings"]);
  expect(Object.keys(await (await site.visitor.fetch("/api/v1/categories")).json())).toEqual([
    "portraits",
    "urban",
    "travel",
    "long-summer-evenings-by-the-lake-of-geneva",
  ]);

  await page.getByRole("button", { name: "Actions for Urban" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete category (not empty)" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await test.step("on a phone, the counts of a category with a long URL stay in one line", async () => {
    await expectToFit(page, 390);
    const countsOf = (category: string) =>
      page.getByRole("listitem").filter({ hasText: category }).getByText("0 albums · 0 photos");
    await expect(countsOf("Evenings")).toBeInViewport({ ratio: 1 });
    const heights = await Promise.all(
      ["Evenings", "Travel"].map(async (category) => (await countsOf(category).boundingBox())?.height),
    );
    expect(heights[0]).toBe(heights[1]);
  });
});

test("a category gets a text and a cover, which visitors see, and Undo takes them back", async ({ page, site }) => {
  const [, second] = await site.photos(
    await site.album("Harbour", { category: "urban" }),
    named("dawn.jpg", "dusk.jpg"),
  );
  const read = async (path: string) => (await site.visitor.fetch(path)).text();
  const text = "Streets at the hour when nobody is about.";
  await page.goto("/admin/categories");

  await openMenu(page, "Urban", "Edit category…");
  await page.getByLabel("Text (optional)").fill(text);
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await read("/urban")).toContain(text);

  await openMenu(page, "Urban", "Choose cover…");
  const dialog = page.getByRole("dialog", { name: "Cover of Urban" });
  await expect(dialog.getByRole("radio", { name: /^Automatic/ })).toBeChecked();
  await dialog.getByRole("radio", { name: "dusk" }).check();
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Use as cover" }).click();
  await expect(message(page, "Cover of Urban changed")).toBeVisible();
  const cover = page.getByRole("listitem").filter({ hasText: "Urban" }).locator("img");
  await expect(cover).toHaveAttribute("src", new RegExp(second?.internal_id ?? "?"));
  const shows = async () => (await read("/")).includes(second?.internal_id ?? "?");
  expect(await shows()).toBe(true);

  await page.keyboard.press("Control+z");
  await expect(message(page, "Undone: Cover of Urban changed")).toBeVisible();
  expect(await shows()).toBe(false);
  await page.keyboard.press("Control+z");
  await expect.poll(() => read("/urban")).not.toContain(text);
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
