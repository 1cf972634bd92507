import type { Locator, Page } from "@playwright/test";
import { paths } from "../contract/paths.ts";
import { updatePhoto } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { expectReachable } from "./reachable.ts";

/** Each page is checked once in light, at its widest, and once in dark, at its narrowest. */
const ACCESSIBLE_LOOKS = { 1440: "light", 768: undefined, 390: "dark" } as const;
const isNarrow = (width: number) => width <= 768;
const inHeader = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test("every page leaves 80 px for the header, fits every width, and is accessible, at 400 % too", async ({
  page,
  gallery,
}) => {
  await openPage(page, "/");
  const showsTexts = async () => {
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeVisible();
    await expect(page.getByText("Birds while they wait.")).toBeVisible();
    for (const name of ["mira@example.com", "+47 555 01 234", "Instagram"]) {
      await expect(page.getByRole("link", { name })).toBeVisible();
    }
    await expect(page.getByText("Bergen, Norway")).toBeVisible();
    await expect(page.getByRole("img", { name: gallery.photos[0]?.title ?? "", exact: true })).toBeVisible();
  };
  for (const { name, path, open, check } of [
    { name: "home", path: "/" },
    { name: "contact", path: "/contact", open: inHeader(page, "CONTACT"), check: showsTexts },
    { name: "category", path: "/urban", open: inHeader(page, "URBAN") },
    { name: "album", path: gallery.album.url, open: page.getByRole("link", { name: /Stone and Light/ }) },
    {
      name: "photo",
      path: `${gallery.album.url}/photo/${gallery.photos[1]?.id}`,
      open: page.locator("[data-photo] a").nth(1),
    },
  ]) {
    await test.step(name, async () => {
      await page.setViewportSize(WIDTHS[0]);
      await page.emulateMedia({ colorScheme: "light" });
      await open?.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 }).last()).toBeAttached();
      for (const viewport of WIDTHS) {
        await page.setViewportSize(viewport);
        expect(await page.evaluate(() => getComputedStyle(document.body).paddingTop)).toBe("80px");
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        // Safari takes `none` for a sign that it is no list.
        const markers = page
          .locator("ul, ol")
          .evaluateAll((all) => all.map((list) => getComputedStyle(list).listStyleType));
        expect(await markers).not.toContain("none");
        await check?.();
        const colorScheme = ACCESSIBLE_LOOKS[viewport.width];
        if (!colorScheme) continue;
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
      // A laptop at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      // The viewer's controls fade, and come back for a pointer that moves.
      await page.mouse.move(160, 100);
      await page.mouse.move(160, 128);
      await expectReachable(page);
    });
  }
});

test("the header and the burger menu link to every section, at every width", async ({ page }) => {
  await openPage(page, "/");
  const button = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog");
  for (const viewport of WIDTHS) {
    await test.step(`at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      await expect(button).toBeVisible({ visible: isNarrow(viewport.width) });
      for (const [label, path] of [
        ["URBAN", "/urban"],
        ["PORTRAITS", "/portraits"],
        ["TRAVEL", "/travel"],
        ["CONTACT", "/contact"],
        ["HOME", "/"],
      ] as const) {
        if (isNarrow(viewport.width)) await button.click();
        const navigation = isNarrow(viewport.width) ? menu : page.getByRole("banner");
        await navigation.getByRole("link", { name: label, exact: true }).click();
        await expect(page).toHaveURL(path);
        await expect(menu).toBeHidden();
      }
    });
  }

  await test.step("the menu traps the focus, and returns it to its button on Escape", async () => {
    await button.click();
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

  await test.step("it lists the albums under their category, and focuses the heading of the chosen page", async () => {
    await button.click();
    const albums = menu.getByRole("list", { name: "Albums in Urban" });
    await albums.getByRole("link", { name: "Stone and Light" }).click();
    await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeFocused();
    await button.click();
    await expect(menu.getByText("Nothing yet")).toBeHidden();
    // It would hide the page that Back leads to.
    await page.goBack();
    await expect(menu).toBeHidden();
    await page.goForward();
    await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
    await button.click();
    await menu.getByRole("link", { name: "CONTACT", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeFocused();
    // The page that is already open.
    await button.click();
    await menu.getByRole("link", { name: "CONTACT", exact: true }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole("heading", { name: "Mira Holm" })).toBeFocused();
  });
});

test("pages, links and the viewer work without JavaScript, at every width", async ({ browser, gallery }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: gallery.url });
  const page = await context.newPage();
  const main = page.getByRole("main");
  /** The link can be clicked at every width, and is at the last. */
  const follow = async (link: Locator) => {
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      await link.click({ trial: true });
    }
    await link.click();
  };
  await page.goto("/");
  await follow(inHeader(page, "URBAN"));
  await follow(main.getByRole("link", { name: /Stone and Light/ }));
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
  await expect(main.getByRole("img")).toHaveCount(8);
  await follow(main.getByRole("listitem").nth(1).getByRole("link"));
  await expect(page.getByText("2 / 8")).toBeVisible();
  await follow(page.getByRole("link", { name: "Next photo" }));
  await expect(page.getByText("3 / 8")).toBeVisible();
  await follow(page.getByRole("link", { name: "Previous photo" }));
  await expect(page.getByText("2 / 8")).toBeVisible();
  await follow(page.getByRole("link", { name: "Close" }));
  await expect(page).toHaveURL(`${gallery.album.url}#photo-${gallery.photos[1]?.id}`);
  await follow(inHeader(page, "CONTACT"));
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await expect(page.getByText("Birds while they wait.")).toBeVisible();
  }
  await context.close();
});

test("a photo can be opened with the keyboard alone; each link fetches the next page's content, and nothing else", async ({
  page,
  gallery,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|_page)\//.test(pathname) || request.resourceType() === "document") requested.push(pathname);
  });
  await openPage(page, "/urban");
  expect(requested).toEqual(["/urban"]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const album = page.getByRole("link", { name: /Stone and Light/ });
  await expect(album).toBeFocused();
  expect(await album.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe("solid");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Stone and Light" })).toBeVisible();
  expect(requested).toEqual(["/urban", paths.content(gallery.album.url)]);
  const photo = page.getByRole("main").getByRole("listitem").first().getByRole("link");
  for (let presses = 0; presses < 4 && !(await photo.evaluate((link) => link === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(photo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
  // The URL changes first.
  await expect(page.locator("[data-viewer]")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Zoom in" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(photo).toBeFocused();
});

test("a wrong URL shows Page Not Found, which leads on to three photographs and home", async ({
  page,
  gallery,
  faults,
}) => {
  const response = await page.goto(`${gallery.album.url}/photo/99999`);
  expect(response?.status()).toBe(404);
  await page.locator("html[data-awake]").waitFor();
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("Photo not found")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expectAccessible(page);
  const photos = page.getByRole("main").getByRole("list").getByRole("link");
  await expect(photos).toHaveCount(3);
  await photos.first().click();
  await expect(page).toHaveURL(new RegExp(`^${gallery.url}/\\w+/[\\w-]+/photo/\\d+$`));
  await expect(page.locator("[data-viewer]")).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Back to the homepage" }).click();
  await expect(page).toHaveURL("/");
  // The browser logs the 404.
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
  faults.length = 0;
});

test("a tag's page shows its photos, each linked to its page", async ({ page, gallery }) => {
  const [first, second] = gallery.photos;
  if (!first || !second) throw new Error("The album has too few photos");
  for (const { id } of [first, second]) {
    await gallery.admin.call(updatePhoto, { params: { id }, body: { tags: ["low sun"] } });
  }
  await openPage(page, paths.tag("low sun"));
  await expect(page).toHaveTitle("low sun – Mira Holm");
  await expect(page.getByRole("heading", { name: "low sun" })).toBeVisible();
  await expect(page.getByText("2 photos")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: first.title }).click();
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${first.id}`);
});
