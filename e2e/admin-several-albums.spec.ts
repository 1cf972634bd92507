import { listAlbumPhotos } from "../contract/albums.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { centreOf, drag, expect, message, named, test, tile, titles, undoOf } from "./admin-site.ts";

const inAlbum = async ({ admin }: RunningSite, slug: string) =>
  (await admin.call(listAlbumPhotos, { params: { slug } })).photos.map(({ title }) => title).join(" ");

test("a photo joins another album by keyboard or by a drop on the sidebar, is a guest there, and leaves again", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg", "cedar.jpg"));
  await site.album("Best of");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  const target = sidebar.getByRole("link", { name: /^Best of/ });
  await page.goto("/admin/album/trees");
  await tile(page, "ash").focus();
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Add to an album" });
  await expect(dialog).toContainText("The photos stay in their other albums too.");
  await dialog.getByLabel("Album").selectOption("Best of");
  await dialog.getByRole("button", { name: "Add to album" }).focus();
  await page.keyboard.press("Enter");
  await expect(message(page, "ash added to Best of")).toBeVisible();
  const panel = page.getByRole("complementary", { name: "Photo details" });
  await expect(panel.getByRole("link", { name: "Best of" })).toBeVisible();
  await expectAccessible(page);
  expect(await titles(page)).toBe("ash birch cedar");

  await target.click();
  await tile(page, "ash, Guest from another album").click();
  await expect(panel.getByLabel("Album", { exact: true })).toHaveValue(/\d/);
  await panel.getByRole("button", { name: "Remove from Best of" }).click();
  const question = page.getByRole("dialog", { name: "Remove from Best of" });
  await expect(question).toContainText("Are you sure you want to delete this photo from the album?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(tile(page, "ash, Guest from another album")).toBeVisible();
  await panel.getByRole("button", { name: "Remove from Best of" }).click();
  await question.getByRole("button", { name: "Remove from album" }).click();
  await expect(message(page, "ash removed from Best of")).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(0);
  expect(await inAlbum(site, "trees")).toBe("ash birch cedar");
  await page.keyboard.press("Control+z");
  await expect(tile(page, "ash, Guest from another album")).toBeVisible();

  await test.step("the question where to move photos names the album that they leave", async () => {
    await sidebar.getByRole("link", { name: /^All content/ }).click();
    await tile(page, "birch").click();
    await page.keyboard.press("m");
    const moving = page.getByRole("dialog", { name: "Move to another album" });
    await expect(moving).toContainText("It leaves Trees.");
    await page.keyboard.press("Escape");
  });

  await test.step("with Alt, photos dropped on an album of the sidebar are added", async () => {
    // From the library, where photos have no order.
    await sidebar.getByRole("link", { name: /^All content/ }).click();
    await tile(page, "birch").waitFor();
    await drag(page, tile(page, "birch"), await centreOf(target));
    await expect(target).toContainText("Move here");
    await page.keyboard.down("Alt");
    await expect(target).toContainText("Add here");
    await page.mouse.up();
    await page.keyboard.up("Alt");
    await expect(message(page, "birch added to Best of")).toBeVisible();
    await expect.poll(() => inAlbum(site, "best-of")).toBe("ash birch");
  });

  await test.step("without, they move there", async () => {
    // From an album, which a move takes them out of.
    await sidebar.getByRole("link", { name: /^Trees/ }).click();
    await tile(page, "cedar").waitFor();
    await drag(page, tile(page, "cedar"), await centreOf(target));
    await expect(target).toContainText("Move here");
    await page.mouse.up();
    await expect(message(page, "cedar moved from Trees to Best of")).toBeVisible();
    await expect.poll(() => inAlbum(site, "best-of")).toBe("ash birch cedar");
    await expect.poll(() => titles(page)).toBe("ash birch");
    await undoOf(page, "cedar moved from Trees to Best of").click();
    await expect.poll(() => titles(page)).toBe("ash birch cedar");
    await expect.poll(() => inAlbum(site, "best-of")).toBe("ash birch");
  });
});
