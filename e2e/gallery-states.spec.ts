import type { Page } from "@playwright/test";
import { createAlbum, deleteAlbum } from "../contract/albums.ts";
import { paths } from "../contract/paths.ts";
import { makePicture } from "../rig/make-picture.ts";
import { upload } from "../rig/upload.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";

const contentOf = (path: string) => `**${paths.content(path)}`;
const inHeader = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test.afterEach(async ({ faults }) => {
  // These tests break things on purpose, which the browser logs.
  faults.length = 0;
});

test("a page that cannot be loaded offers Retry, which loads it", async ({ page, gallery }) => {
  await openPage(page, "/contact");
  for (const { link, path, failure, content } of [
    { link: "HOME", path: "/", failure: "Failed to load categories", content: "Selected work" },
    { link: "URBAN", path: "/urban", failure: "Failed to load albums", content: "Urban" },
  ]) {
    await test.step(failure, async () => {
      await page.route(contentOf(path), (route) => route.fulfill({ status: 500, json: {} }));
      await inHeader(page, link).click();
      await expect(page.getByRole("heading", { name: failure })).toBeVisible();
      await page.unroute(contentOf(path));
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("heading", { name: content })).toBeVisible();
    });
  }
  await test.step("'Failed to load album', while offline", async () => {
    const content = contentOf(gallery.album.url);
    await page.route(content, (route) => route.abort());
    await page.getByRole("link", { name: /Stone and Light/ }).click();
    await expect(page.getByRole("heading", { name: "Failed to load album" })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(content);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
  });
});

test("a page may be slow, gone, or broken by a bug", async ({ page, gallery }) => {
  const { album } = await gallery.admin.call(createAlbum, { body: { title: "Short-lived", category: "travel" } });
  await upload(gallery.admin, album, [{ name: "mayfly.jpg", bytes: await makePicture({ colour: "#6a5" }) }]);
  await openPage(page, "/contact");

  await test.step("a slow page shows 'Loading...'", async () => {
    const seen = Promise.withResolvers<void>();
    await page.route(contentOf("/travel"), async (route) => {
      await seen.promise;
      await route.continue();
    });
    await inHeader(page, "TRAVEL").click();
    await expect(page.getByRole("status")).toHaveText("Loading...");
    seen.resolve();
    await expect(page.getByRole("heading", { name: "Travel" })).toBeVisible();
    await expect(page.getByRole("status")).toHaveText("");
  });

  await test.step("an album deleted since its link was shown is 'Album not found'", async () => {
    await gallery.admin.call(deleteAlbum, { params: { slug: album.slug } });
    await page.getByRole("link", { name: /Short-lived/ }).click();
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText("Album not found")).toBeVisible();
  });

  await test.step("a bug shows 'Something went wrong' with its message and stack", async () => {
    const broken = { page: "category", albums: [{ id: 1 }] };
    await page.route(contentOf("/urban"), (route) => route.fulfill({ json: broken }));
    await inHeader(page, "URBAN").click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(/TypeError|undefined/);
    await expectAccessible(page);
  });
});

test("a page whose program crashes at start shows 'Failed to load application' and keeps its content", async ({
  page,
}) => {
  await page.route("**/contact", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(id="page-data">)/, "$1 not JSON ");
    await route.fulfill({ response, body });
  });
  await page.goto("/contact");
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  await expect(page.getByText("Birds while they wait.")).toBeVisible();
});

test("all photos stay visible when the program cannot be fetched, at every width", async ({ page, gallery }) => {
  await page.route("**/assets/gallery-client-*.js", (route) => route.abort());
  // From the narrowest on: a larger screen loads larger pictures.
  await page.setViewportSize(WIDTHS[2]);
  await page.goto(gallery.album.url);
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  for (const viewport of WIDTHS.toReversed()) {
    await test.step(`at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      for (const [index, photo] of gallery.photos.entries()) {
        const picture = page.locator("[data-photo]").nth(index).locator("img");
        await picture.scrollIntoViewIfNeeded();
        await expect(picture).toBeVisible();
        await expect(picture, photo.title).toHaveJSProperty("complete", true);
        expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      }
    });
  }
});

test("a picture that fails to load is replaced, as a cover and in the strip", async ({ page, gallery }) => {
  for (const index of [0, 1]) {
    await page.route(`**/images/${gallery.photos[index]?.internal_id}/**`, (route) =>
      route.fulfill({ status: 404, body: "" }),
    );
  }
  await openPage(page, "/urban");
  const cover = page.getByRole("link", { name: /Stone and Light/ }).locator("img");
  await expect(cover).toHaveAttribute("src", /missing-picture/);
  await expect(cover).toHaveJSProperty("naturalWidth", 300);

  await openPage(page, gallery.album.url);
  const frames = page.locator("[data-photo]");
  for (const index of [0, 1]) await expect(frames.nth(index).getByText("Image not available")).toBeVisible();
  // The others are unaffected.
  const other = frames.nth(2).locator("picture img");
  await expect.poll(() => other.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test("a photo stays in view when the rest of its album cannot be loaded", async ({ page, gallery }) => {
  const content = contentOf(gallery.album.url);
  await page.route(content, (route) => route.abort());
  const viewer = page.getByRole("region", { name: "Photo viewer" });
  const notice = viewer.getByText("The other photos could not be loaded. Retry");

  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[3]?.id}`);
  await expect(notice).toBeVisible();
  await expect(viewer.getByRole("status")).toHaveText("The other photos could not be loaded.");
  await expect(viewer.getByText("4 / 8")).toBeVisible();
  await expectAccessible(page);

  await test.step("Retry loads them, and the keys move on", async () => {
    await page.unroute(content);
    // The note stays when the controls fade, and takes the first press.
    await expect(viewer).toHaveAttribute("data-idle");
    await notice.getByRole("button", { name: "Retry" }).click();
    await expect(notice).toBeHidden();
    await expect(viewer.getByRole("status")).toHaveText("");
    for (const place of ["5 / 8", "6 / 8", "7 / 8"]) {
      await page.keyboard.press("ArrowRight");
      await expect(viewer.getByText(place)).toBeVisible();
    }
  });

  await test.step("so does Retry in the album, when the photo was closed", async () => {
    await page.route(content, (route) => route.abort());
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[3]?.id}`);
    await expect(notice).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Failed to load album" })).toBeVisible();
    await page.unroute(content);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: gallery.album.title })).toBeVisible();
  });
});
