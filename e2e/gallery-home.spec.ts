import { updatePhoto } from "../contract/photos.ts";
import { DEFAULT_SITE, type Home, type Look, updateSite } from "../contract/site.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, type Shape, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

const SHAPES: readonly Shape[] = [
  [900, 600],
  [600, 900],
  [900, 600],
];

// The gallery is shared.
test.afterEach(({ gallery }) => {
  const { home, look } = DEFAULT_SITE;
  return gallery.admin.call(updateSite, { body: { home, look } });
});

test("each home page, in several looks, has no fault in its accessibility", async ({ page, gallery, makeAlbum }) => {
  const { photos } = await makeAlbum({ title: "Tides", shapes: SHAPES });
  for (const { id } of photos) await gallery.admin.call(updatePhoto, { params: { id }, body: { featured: true } });
  const album_id = photos[0]?.album_id ?? null;
  const choices: [Home["kind"], Partial<Look>][] = [
    ["categories", { paper: "warm", margin: "wide", titles: "centre", scheme: "light" }],
    ["photo", { paper: "cool", scheme: "dark", margin: "none", titles: "left" }],
    ["slideshow", { paper: "warm", scheme: "dark", margin: "wide", titles: "centre" }],
    ["album", { paper: "cool", scheme: "light", captions: "below" }],
  ];
  for (const [kind, look] of choices) {
    await test.step(kind, async () => {
      await gallery.admin.call(updateSite, { body: { home: { kind, album_id }, look } });
      await openPage(page, "/");
      await expectAccessible(page);
    });
  }
});

test("the slideshow is paused, chosen from, and still where people ask for less motion", async ({
  page,
  gallery,
  makeAlbum,
}) => {
  const { photos } = await makeAlbum({ title: "Tides", shapes: SHAPES });
  for (const { id } of photos) await gallery.admin.call(updatePhoto, { params: { id }, body: { featured: true } });
  await gallery.admin.call(updateSite, { body: { home: { kind: "slideshow" } } });
  const current = page.locator("ol a[aria-current]");

  await page.clock.install();
  await openPage(page, "/");
  await page.clock.runFor(20_000);
  await expect(current).toHaveText("1");
  await page.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(6_500);
  await expect(current).toHaveText("2");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.clock.runFor(20_000);
  await expect(current).toHaveText("2");
  await page.getByRole("link", { name: /^Photo 1 of/ }).click();
  await expect(current).toHaveText("1");
  await expect(page).toHaveURL("/");
});
