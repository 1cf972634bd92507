import type { Page } from "@playwright/test";
import { listAlbums, updateAlbum } from "../contract/albums.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, named, test } from "./admin-site.ts";

const HOUR_MS = 60 * 60 * 1000;
const LATER = "2090-05-01T09:00";

test("an album is created with a time of publication, shown as waiting until then, and published at once without it", async ({
  page,
  site,
}) => {
  const stored = async () => (await site.admin.call(listAlbums)).albums[0];
  await page.goto("/admin/albums/urban");
  await page.getByRole("button", { name: "Create album" }).click();
  const dialog = page.getByRole("dialog", { name: "Create album" });
  await dialog.getByLabel("Title").fill("Harbour");
  await dialog.getByLabel("Publish at (optional)").fill(LATER);
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Create album" }).click();
  await expect(page.getByRole("button", { name: /^From .*2090.* Make it a draft/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "About this album" })).toContainText(/see it from .*2090/);
  // In the zone of the browser.
  const publish_on = new Date(await page.evaluate((time) => Date.parse(time), LATER)).toISOString();
  expect(await stored()).toMatchObject({ status: "public", publish_on });
  await site.photos((await stored()) as never, named("dawn.jpg"));
  const status = async () => (await site.visitor.fetch("/urban/harbour")).status;
  expect(await status()).toBe(404);

  await openMenu(page, "Harbour", "Edit album…");
  await page.getByLabel("Publish at (optional)").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Public. Make it a draft" })).toBeVisible();
  expect(await status()).toBe(200);

  await test.step("a draft that is given a time is public then, and Undo makes it a draft again", async () => {
    await page.getByRole("button", { name: "Public. Make it a draft" }).click();
    await openMenu(page, "Harbour", "Edit album…");
    await page.getByLabel("Publish at (optional)").fill(LATER);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      message(page, /^Harbour will be public on .*2090.* Until then, visitors do not see it\.$/),
    ).toBeVisible();
    expect(await stored()).toMatchObject({ status: "public", publish_on });
    await page.keyboard.press("Control+z");
    await expect.poll(stored).toMatchObject({ status: "draft", publish_on: null });
  });
});

test("a link to a draft is made, copied, opened by someone else, and ended", async ({ page, site, browser }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const album = await site.album("Harbour", { category: "urban" });
  await site.admin.call(updateAlbum, { params: { slug: album.slug }, body: { status: "draft" } });
  await site.photos(album, named("dawn.jpg"));
  await page.goto("/admin/album/harbour");
  await openMenu(page, "Harbour", "Link to show the draft…");
  const dialog = page.getByRole("dialog", { name: "Show the draft of Harbour" });
  const field = dialog.getByLabel("Link to Harbour");
  await expect(field).toHaveValue(/\/_draft\//);
  const link = await field.inputValue();
  await expect(dialog.getByRole("status").filter({ hasText: "copied" })).toContainText("The link is copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const inAWeek = await page.evaluate(
    (ms) => new Date(ms).toLocaleDateString("en", { day: "numeric" }),
    Date.now() + 7 * 24 * HOUR_MS,
  );
  await expect(dialog).toContainText(inAWeek);
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  const someone = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await someone.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Harbour" })).toBeVisible();
  await expect(other.getByRole("img", { name: /dawn/ })).toBeVisible();

  await dialog.getByRole("button", { name: "End all links" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "works any longer" })).toBeVisible();
  expect((await other.goto(link))?.status()).toBe(404);
  await dialog.getByRole("button", { name: "Make a new link" }).click();
  await expect(field).toHaveValue(/\/_draft\//);
  const next = await field.inputValue();
  expect(next).not.toBe(link);
  expect((await other.goto(next))?.status()).toBe(200);
  await someone.close();
});

async function openMenu(page: Page, album: string, entry: string) {
  await page.getByRole("button", { name: `Actions for ${album}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
