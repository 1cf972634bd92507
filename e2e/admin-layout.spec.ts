import { expectAccessible } from "./accessible.ts";
import { expect, named, test } from "./admin-site.ts";

const PHONE = { width: 390, height: 844 };

test("the sidebar leads to every screen, with counts and every album under its category", async ({ page, site }) => {
  const album = await site.album("Milano", { category: "urban" });
  await site.album("Rome", { category: "travel" });
  await site.photos(album, named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  expect((await sidebar.boundingBox())?.width).toBe(240);
  await expect(sidebar.getByRole("link", { name: "All content" })).toContainText("2");
  await expect(sidebar.getByRole("link", { name: "All content" })).toHaveAttribute("aria-current", "page");

  await test.step("the first tab stop leads past it", async () => {
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("every screen begins at its heading", async () => {
    const screens: [link: string, heading: string][] = [
      ["Favorites", "Favorites"],
      ["Featured content", "Featured content"],
      ["Featured albums", "Featured albums"],
      ["Quick collection", "Quick collection"],
      ["Trash", "Trash"],
      ["All Albums", "All Albums"],
      ["Travel", "Travel Albums"],
      ["Milano", "Milano"],
      ["Rome", "Rome"],
      ["Settings", "Settings"],
    ];
    for (const [link, title] of screens) {
      await sidebar.getByRole("link", { name: link }).click();
      await expect(heading(title)).toBeFocused();
      await expect(page).toHaveTitle(`${title} – Admin`);
    }
    await expect(sidebar.getByRole("link", { name: "View Site" })).toHaveAttribute("href", "/");
  });

  await test.step("unfinished screens announce what is coming", async () => {
    await sidebar.getByRole("link", { name: "All Photos" }).click();
    await expect(heading("All Photos")).toBeVisible();
    await expect(page).toHaveTitle(/^All Photos/);
    await expect(page.getByText("All photos view coming soon.")).toBeVisible();
    await expectAccessible(page);
    await sidebar.getByRole("link", { name: "User Management" }).click();
    await expect(heading("User Management")).toBeVisible();
    await expect(page).toHaveTitle(/^User Management/);
    await expect(page.getByText("User management interface coming soon.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Go to Account" }).click();
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  });

  await test.step("? shows the keyboard shortcuts", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the sidebar is a modal drawer that closes after navigation", async ({ page }) => {
    await page.goto("/admin");
    const sidebar = page.getByRole("navigation", { name: "Admin" });
    const menu = page.getByRole("button", { name: "Menu" });
    await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    await expect(sidebar).toBeHidden();

    await test.step("focus goes in, stays, Escape closes, and focus returns", async () => {
      await menu.click();
      await expect(sidebar.getByRole("link", { name: /^All content/ })).toBeFocused();
      for (let stop = 0; stop < 40; stop++) {
        await page.keyboard.press("Tab");
        const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header") !== null);
        expect(isOutside).toBe(false);
      }
      await sidebar.getByRole("link", { name: /^Trash/ }).focus();
      await page.keyboard.press("Escape");
      await expect(sidebar).toBeHidden();
      await expect(menu).toBeFocused();
    });

    await menu.click();
    await expect(sidebar).toBeVisible();
    await expectAccessible(page);
    await sidebar.getByRole("link", { name: "Favorites" }).click();
    await expect(page.getByRole("heading", { name: "Favorites", exact: true })).toBeVisible();
    await expect(sidebar).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
});
