import { createAlbum, deleteAlbum } from "../contract/albums.ts";
import { paths } from "../contract/paths.ts";
import { makePicture } from "../rig/make-picture.ts";
import { upload } from "../rig/upload.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";

const contentOf = (path: string) => `**${paths.content(path)}`;

test.afterEach(async ({ faults }) => {
  // These tests break things on purpose, which the browser logs.
  faults.length = 0;
});

for (const { link, path, failure, content } of [
  { link: "HOME", path: "/", failure: "Failed to load categories", content: "Selected work" },
  { link: "URBAN", path: "/urban", failure: "Failed to load albums", content: "Urban" },
]) {
  test(`'${failure}' offers Retry, which loads the page`, async ({ page }) => {
    await openPage(page, "/contact");
    let isFailing = true;
    await page.route(contentOf(path), (route) =>
      isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.getByRole("banner").getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { name: failure })).toBeVisible();
    isFailing = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: content })).toBeVisible();
  });
}

test("'Failed to load album' offers Retry, also while offline", async ({ page, gallery }) => {
  await openPage(page, "/urban");
  const content = contentOf(gallery.album.url);
  await page.route(content, (route) => route.abort());
  await page.getByRole("link", { name: /Stone and Light/ }).click();
  await expect(page.getByRole("heading", { name: "Failed to load album" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(content);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
});

test("an album deleted since its link was shown is 'Album not found'", async ({ page, gallery }) => {
  const { album } = await gallery.admin.call(createAlbum, { body: { title: "Short-lived", category: "travel" } });
  await upload(gallery.admin, album, [{ name: "mayfly.jpg", bytes: await makePicture({ colour: "#6a5" }) }]);
  await openPage(page, "/travel");
  await gallery.admin.call(deleteAlbum, { params: { slug: album.slug } });
  await page.getByRole("link", { name: /Short-lived/ }).click();
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Album not found")).toBeVisible();
});

test("a slow page shows 'Loading...'", async ({ page }) => {
  await openPage(page, "/contact");
  const seen = Promise.withResolvers<void>();
  await page.route(contentOf("/urban"), async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "URBAN" }).click();
  await expect(page.getByRole("status")).toHaveText("Loading...");
  seen.resolve();
  await expect(page.getByRole("heading", { name: "Urban" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("");
});

test("a bug shows 'Something went wrong' with its message and stack", async ({ page }) => {
  await openPage(page, "/contact");
  await page.route(contentOf("/urban"), (route) => route.fulfill({ json: { page: "category", albums: [{ id: 1 }] } }));
  await page.getByRole("banner").getByRole("link", { name: "URBAN" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(/TypeError|undefined/);
  await expectAccessible(page);
});

test("a page whose program crashes at start shows 'Failed to load application' and keeps its content", async ({
  page,
}) => {
  await page.route("**/contact", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(id="page-data">)/, "$1 not JSON ");
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/contact");
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  await expect(page.getByText("Birds while they wait.")).toBeVisible();
});

test("a page whose program cannot be fetched shows it, too", async ({ page }) => {
  await page.route("**/assets/gallery-client-*.js", (route) => route.abort());
  await page.goto("/contact");
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  await expect(page.getByText("Birds while they wait.")).toBeVisible();
});

for (const viewport of WIDTHS) {
  test(`at ${viewport.width} px all photos stay visible when the program cannot be fetched`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize(viewport);
    await page.route("**/assets/gallery-client-*.js", (route) => route.abort());
    await page.goto(gallery.album.url);
    await expect(page.getByRole("alert")).toHaveText("Failed to load application");
    for (const [index, photo] of gallery.photos.entries()) {
      const picture = page.locator("[data-photo]").nth(index).locator("img");
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toBeVisible();
      await expect(picture, photo.title).toHaveJSProperty("complete", true);
      expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
  });
}

test("a cover that fails to load is replaced by a placeholder picture", async ({ page, gallery }) => {
  await page.route(`**/images/${gallery.photos[0]?.internal_id}/**`, (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  await openPage(page, "/urban");
  const cover = page.getByRole("link", { name: /Stone and Light/ }).locator("img");
  await expect(cover).toHaveAttribute("src", /missing-picture/);
  await expect(cover).toHaveJSProperty("naturalWidth", 300);
});
