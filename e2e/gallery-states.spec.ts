import { expectAccessible } from "./accessible.ts";
import { expect, openPage, test, WIDTHS } from "./gallery.ts";

test.afterEach(async ({ faults }) => {
  // These tests break things on purpose, which the browser notes.
  faults.length = 0;
});

for (const { from, link, api, failure, content } of [
  {
    from: "/contact",
    link: "HOME",
    api: "**/api/v1/categories",
    failure: "Failed to load categories",
    content: "Selected work",
  },
  {
    from: "/contact",
    link: "URBAN",
    api: "**/api/v1/categories/urban/albums",
    failure: "Failed to load albums",
    content: "Urban",
  },
]) {
  test(`'${failure}' offers Retry, which brings the page`, async ({ page }) => {
    await openPage(page, from);
    let isAway = true;
    await page.route(api, (route) => (isAway ? route.fulfill({ status: 500, json: {} }) : route.continue()));
    await page.getByRole("banner").getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { name: failure })).toBeVisible();
    await expectAccessible(page);
    isAway = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: content })).toBeVisible();
  });
}

test("'Failed to load album' offers Retry, also where the network is gone", async ({ page, gallery }) => {
  await openPage(page, "/urban");
  const api = `**/api/v1/albums/${gallery.album.slug}`;
  await page.route(api, (route) => route.abort());
  await page.getByRole("link", { name: /Stone and Light/ }).click();
  await expect(page.getByRole("heading", { name: "Failed to load album" })).toBeVisible();
  await page.unroute(api);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
});

test("an album that is gone by the time it is opened is 'Album not found'", async ({ page, gallery }) => {
  await openPage(page, "/urban");
  await page.route(`**/api/v1/albums/${gallery.album.slug}`, (route) => route.fulfill({ status: 404, json: {} }));
  await page.getByRole("link", { name: /Stone and Light/ }).click();
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Album not found")).toBeVisible();
});

test("while a page loads it says so", async ({ page }) => {
  await openPage(page, "/contact");
  const told = Promise.withResolvers<void>();
  await page.route("**/api/v1/categories/urban/albums", async (route) => {
    await told.promise;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "URBAN" }).click();
  await expect(page.getByRole("status")).toHaveText("Loading...");
  told.resolve();
  await expect(page.getByRole("heading", { name: "Urban" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("");
});

test("a bug shows 'Something went wrong' with its message and stack", async ({ page }) => {
  await openPage(page, "/contact");
  await page.route("**/api/v1/categories/urban/albums", (route) => route.fulfill({ json: { data: [{ id: 1 }] } }));
  await page.getByRole("banner").getByRole("link", { name: "URBAN" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(/TypeError|undefined/);
  await expectAccessible(page);
});

test("a page that cannot start says 'Failed to load application', and what it showed stays", async ({ page }) => {
  await page.route("**/contact", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(id="page-data">)/, "$1 not JSON ");
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/contact");
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  await expect(page.getByText("Birds while they wait.")).toBeVisible();
});

test("a program that does not come is told too", async ({ page }) => {
  await page.route("**/assets/gallery-client-*.js", (route) => route.abort());
  await page.goto("/contact");
  await expect(page.getByRole("alert")).toHaveText("Failed to load application");
  await expect(page.getByText("Birds while they wait.")).toBeVisible();
});

for (const viewport of WIDTHS) {
  test(`at ${viewport.width} px a program that does not come takes no photo with it`, async ({ page, gallery }) => {
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

test("a cover that fails gives way to a placeholder picture", async ({ page, gallery }) => {
  await page.route(`**/images/${gallery.photos[0]?.internal_id}/**`, (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  await openPage(page, "/urban");
  const cover = page.getByRole("link", { name: /Stone and Light/ }).locator("img");
  await expect(cover).toHaveAttribute("src", /missing-picture/);
  await expect(cover).toHaveJSProperty("naturalWidth", 300);
});
