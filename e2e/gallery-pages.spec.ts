import { paths } from "../contract/paths.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";

/** Each page is checked once in light, at its widest, and once in dark, at its narrowest. */
const ACCESSIBLE_LOOKS = { 1440: "light", 768: undefined, 390: "dark" } as const;
const isNarrow = (width: number) => width <= 768;

for (const name of ["home", "category", "album", "photo", "contact"] as const) {
  test(`the ${name} page leaves 80 px for the header, fits every width and is accessible`, async ({
    page,
    gallery,
  }) => {
    const { url } = gallery.album;
    const path = {
      home: "/",
      category: "/urban",
      album: url,
      photo: `${url}/photo/${gallery.photos[1]?.id}`,
      contact: "/contact",
    }[name];
    await openPage(page, path);
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => getComputedStyle(document.body).paddingTop)).toBe("80px");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const colorScheme = ACCESSIBLE_LOOKS[viewport.width];
      if (!colorScheme) continue;
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  });
}

test("home shows the three categories, each linked to its albums", async ({ page }) => {
  await openPage(page, "/");
  const tiles = page
    .getByRole("main")
    .getByRole("link", { name: /^(Urban|Portraits|Travel)|(Urban|Portraits|Travel) \d/ });
  const selected = page.getByRole("heading", { name: "Selected work" });
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await expect(tiles).toHaveCount(3);
    const boxes = await Promise.all([0, 1, 2].map(async (index) => tiles.nth(index).boundingBox()));
    const areSideBySide = boxes.every((box) => box?.y === boxes[0]?.y);
    expect(areSideBySide).toBe(!isNarrow(viewport.width));
    await expect(selected).toBeVisible();
    // The tiles fill the first view, except for what lets the row below peek in.
    if (!isNarrow(viewport.width)) {
      await expect(selected).toBeInViewport({ ratio: 1 });
      expect(boxes[0]?.height).toBeGreaterThan((viewport.height - 80) * 0.85);
      expect(boxes[0]?.height).toBeLessThan(viewport.height - 80);
    }
  }
  await tiles.filter({ hasText: "Urban" }).click();
  await expect(page).toHaveURL("/urban");
  await expect(page).toHaveTitle("Urban – Mira Holm");
  await expect(page.getByRole("link", { name: /Stone and Light\s*8 photos/ })).toBeVisible();
});

test("the header links to every section, at every width", async ({ page }) => {
  await openPage(page, "/");
  const menu = page.getByRole("button", { name: "Open menu" });
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await expect(menu).toBeVisible({ visible: isNarrow(viewport.width) });
    for (const [label, path] of [
      ["URBAN", "/urban"],
      ["PORTRAITS", "/portraits"],
      ["TRAVEL", "/travel"],
      ["CONTACT", "/contact"],
      ["HOME", "/"],
    ] as const) {
      if (isNarrow(viewport.width)) await menu.click();
      const navigation = isNarrow(viewport.width) ? page.getByRole("dialog") : page.getByRole("banner");
      await navigation.getByRole("link", { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("dialog")).toBeHidden();
    }
  }
});

test("the contact page shows all the site's texts, at every width", async ({ page, gallery }) => {
  await openPage(page, "/contact");
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeVisible();
    await expect(page.getByText("Birds while they wait.")).toBeVisible();
    await expect(page.getByRole("link", { name: "mira@example.com" })).toHaveAttribute(
      "href",
      "mailto:mira@example.com",
    );
    await expect(page.getByRole("link", { name: "+47 555 01 234" })).toHaveAttribute("href", "tel:+4755501234");
    await expect(page.getByText("Bergen, Norway")).toBeVisible();
    await expect(page.getByRole("link", { name: "Instagram" })).toHaveAttribute("href", "https://instagram.com/mira");
    await expect(page.getByRole("img", { name: gallery.photos[0]?.title ?? "", exact: true })).toBeVisible();
  }
});

test("pages, links and the viewer work without JavaScript, at every width", async ({ browser, gallery }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: gallery.url });
  const page = await context.newPage();
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "URBAN", exact: true }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /Stone and Light/ })
      .click();
    await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("img")).toHaveCount(8);
    await page.getByRole("main").getByRole("listitem").nth(1).getByRole("link").click();
    await expect(page.getByText("2 / 8")).toBeVisible();
    await page.getByRole("link", { name: "Next photo" }).click();
    await expect(page.getByText("3 / 8")).toBeVisible();
    await page.getByRole("link", { name: "Previous photo" }).click();
    await expect(page.getByText("2 / 8")).toBeVisible();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(`${gallery.album.url}#photo-${gallery.photos[1]?.id}`);
    await page.goto("/contact");
    await expect(page.getByText("Birds while they wait.")).toBeVisible();
  }
  await context.close();
});

test.describe("the burger menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("lists the albums under their category, and leaves the focus on the heading of the chosen page", async ({
    page,
  }) => {
    await openPage(page, "/");
    const button = page.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog");
    await button.click();
    const albums = menu.getByRole("list", { name: "Albums in Urban" });
    await albums.getByRole("link", { name: "Stone and Light" }).click();
    await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeFocused();
    await button.click();
    await expect(menu.getByText("Nothing yet")).toBeHidden();
    await menu.getByRole("link", { name: "CONTACT", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeFocused();
    // The page that is already open.
    await button.click();
    await menu.getByRole("link", { name: "CONTACT", exact: true }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeFocused();
  });

  test("traps the focus, and returns it to its button on Escape", async ({ page }) => {
    await openPage(page, "/");
    const button = page.getByRole("button", { name: "Open menu" });
    await button.click();
    const menu = page.getByRole("dialog");
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press(presses < 8 ? "Tab" : "Shift+Tab");
      expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test("a photo can be opened with the keyboard alone, and the focus is visible", async ({ page, gallery }) => {
  await openPage(page, "/urban");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const album = page.getByRole("link", { name: /Stone and Light/ });
  await expect(album).toBeFocused();
  expect(await album.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe("solid");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
  const photo = page.getByRole("main").getByRole("listitem").first().getByRole("link");
  for (let presses = 0; presses < 3 && !(await photo.evaluate((link) => link === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(photo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
  // The address changes first.
  await expect(page.locator("[data-viewer]")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Zoom in" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(photo).toBeFocused();
});

test("a wrong address shows Page Not Found, with a link home", async ({ page, gallery, faults }) => {
  for (const path of [
    "/nowhere",
    `/travel/${gallery.album.slug}`,
    "/urban/nothing",
    `${gallery.album.url}/photo/99999`,
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
  }
  await expectAccessible(page);
  await expect(page.getByText("Photo not found")).toBeVisible();
  await page.getByRole("link", { name: "Back to the homepage" }).click();
  await expect(page).toHaveURL("/");
  // The browser logs each of the 404s above.
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
  faults.length = 0;
});

test("following a link fetches the next page's content, and nothing else", async ({ page, gallery }) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|_page)\//.test(pathname) || request.resourceType() === "document") requested.push(pathname);
  });
  await openPage(page, "/urban");
  expect(requested).toEqual(["/urban"]);
  await page.getByRole("link", { name: /Stone and Light/ }).click();
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
  expect(requested).toEqual(["/urban", paths.content(gallery.album.url)]);
});
