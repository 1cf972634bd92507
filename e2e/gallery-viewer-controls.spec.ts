import type { Locator, Page } from "@playwright/test";
import { paths } from "../contract/paths.ts";
import { updatePhoto } from "../contract/photos.ts";
import { clickControl } from "./click-control.ts";
import { expect, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
/** A laptop at 400 %. */
const ZOOMED_SCREEN = { width: 320, height: 256 };

const shownPicture = (page: Page) => page.locator('[data-place="current"] svg');
const details = (page: Page) => page.getByText("Details", { exact: true });
const license = (page: Page) => page.getByText("All Rights Reserved");
const close = (page: Page) => page.getByRole("link", { name: "Close" });
const openDetails = (page: Page) => clickControl(details(page));

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("Nothing is shown");
  return box;
}

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

test("nothing lies on the photo, and nothing collides or is lost, on screens of every shape", async ({
  page,
  gallery,
}) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[1]?.id}`);
  const panel = page.locator("details > div");
  const moveTo = async (position: number, key: "ArrowLeft" | "ArrowRight") => {
    await page.keyboard.press(key);
    await expect(page.getByText(`${position} / 8`)).toBeVisible();
  };
  for (const viewport of SCREENS) {
    await test.step(`at ${viewport.width}×${viewport.height} a portrait, a landscape and a panorama`, async () => {
      await page.setViewportSize(viewport);
      await expectApart(page);
      for (const position of [3, 4]) {
        await moveTo(position, "ArrowRight");
        await expectApart(page);
      }
      await openDetails(page);
      await expect(panel).toBeVisible();
      await expectApart(page);
      for (const position of [3, 2]) {
        await moveTo(position, "ArrowLeft");
        await expectApart(page);
      }
      await page.keyboard.press("i");
      await expect(panel).toBeHidden();
    });
  }

  await test.step("the caption begins where the photo begins", async () => {
    const left = async (locator: Locator) => Math.round((await boxOf(locator)).x);
    for (const viewport of SCREENS.slice(-2)) {
      await page.setViewportSize(viewport);
      for (const position of [3, 2]) {
        await moveTo(position, position === 3 ? "ArrowRight" : "ArrowLeft");
        expect(await left(page.locator("[data-caption]"))).toBe(await left(shownPicture(page)));
      }
    }
  });

  await test.step("at 400 % every control is in view, and the details lie above the arrows", async () => {
    await page.setViewportSize(ZOOMED_SCREEN);
    await expectApart(page);
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("heading", { name: "dawn" })).toBeInViewport();
    for (const name of ["Next photo", "Close"]) {
      await expect(page.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    }
    await expect(details(page)).toBeInViewport({ ratio: 1 });
    await openDetails(page);
    await license(page).scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(license(page));
    const isOnTop = await license(page).evaluate(
      (element, [x, y]) => element === document.elementFromPoint(x ?? 0, y ?? 0),
      [x + width / 2, y + height / 2],
    );
    expect(isOnTop).toBe(true);
    await page.getByRole("switch").scrollIntoViewIfNeeded();
    // Panels scroll by whole pixels, and the line may begin between two.
    await expect(page.getByRole("switch")).toBeInViewport({ ratio: 0.99 });
    await openDetails(page);
    await expect(license(page)).toBeHidden();
  });

  await test.step("the controls grow with the browser's font size", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const before = await boxOf(close(page));
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect((await boxOf(close(page))).width).toBe(before.width * 2);
  });
});

/** Nothing that is drawn beside the photo touches it or anything else there. */
async function expectApart(page: Page) {
  const [photo, ...boxes] = await page.evaluate(() => {
    const beside = "[data-viewer] :is([data-control], [data-caption] > *, details > div)";
    return [...document.querySelectorAll('[data-place="current"] svg'), ...document.querySelectorAll(beside)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect().toJSON() as Box)
      .filter(({ width, height }) => width > 0 && height > 0);
  });
  const { width, height } = page.viewportSize() ?? {};
  if (!photo) throw new Error("No photo is shown");
  expect(boxes.length).toBeGreaterThan(4);
  for (const [at, box] of boxes.entries()) {
    expect(overlap(photo, box), `at ${width} × ${height}`).toBe(0);
    for (const other of boxes.slice(at + 1)) expect(overlap(box, other), `at ${width} × ${height}`).toBe(0);
  }
}

test("the details show long texts whole, and lead to the photos with the same tag", async ({
  page,
  gallery,
  makeAlbum,
}) => {
  const { url, photos } = await makeAlbum({ title: "Harbour", shapes: [[900, 600]] });
  const [photo] = photos;
  if (!photo) throw new Error("The photo was not stored");
  const title = "A very long title about light on old stone ".repeat(4).trim();
  for (const change of [{ title }, { caption: "Word ".repeat(300).trim() }, { tags: ["blue hour"] }]) {
    await gallery.admin.call(updatePhoto, { params: { id: photo.id }, body: change });
  }
  await openPage(page, `${url}/photo/${photo.id}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  // Under the photo they are cut.
  expect(overlap(await boxOf(shownPicture(page)), await boxOf(page.locator("[data-caption] > *")))).toBe(0);
  await openDetails(page);
  await expect(page.locator("details").getByText(title)).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "blue hour" }).click();
  await expect(page).toHaveURL(paths.tag("blue hour"));
});

test("i shows the details, f enters full screen, Escape closes; letters can be switched off", async ({
  page,
  gallery,
}) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);

  await test.step("title and caption are under the photo, or in the details", async () => {
    const caption = page.getByText("Just after the rain", { exact: true });
    await expect(page.getByRole("heading", { name: "dawn", exact: true })).toBeVisible();
    await expect(caption.first()).toBeVisible();
    await expect(license(page)).toBeHidden();
    await page.keyboard.press("i");
    await expect(license(page)).toBeVisible();
    // In the details only: not twice on the screen.
    await expect(caption.filter({ visible: true })).toHaveCount(1);
    await page.keyboard.press("i");
    await expect(license(page)).toBeHidden();
  });

  await test.step("f enters full screen and leaves it", async () => {
    const fullScreen = page.getByRole("button", { name: "Full screen" });
    await page.keyboard.press("f");
    await expect(fullScreen).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("f");
    await expect(fullScreen).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("single-letter shortcuts can be switched off, and stay off", async () => {
    await page.keyboard.press("i");
    const shortcuts = page.getByRole("switch", { name: "Shortcuts" });
    await expect(shortcuts).toBeChecked();
    await shortcuts.click();
    await expect(shortcuts).not.toBeChecked();
    await page.keyboard.press("i");
    await expect(shortcuts).toBeVisible();
    await page.reload();
    await page.locator("html[data-awake]").waitFor();
    await page.keyboard.press("i");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("2 / 8")).toBeVisible();
    await expect(license(page)).toBeHidden();
    await openDetails(page);
    await shortcuts.click();
    await page.keyboard.press("i");
    await expect(shortcuts).toBeHidden();
    await page.evaluate(() => localStorage.clear());
  });

  await test.step("Escape closes the details first, then the viewer", async () => {
    await page.keyboard.press("i");
    await expect(license(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(license(page)).toBeHidden();
    await expect(page.locator("[data-viewer]")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(gallery.album.url);
  });
});

test("idle controls fade, but not beside open details, with more contrast, or while focused", async ({
  page,
  gallery,
}) => {
  await page.clock.install();
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  const opacityIs = (opacity: "0" | "1") => expect(close(page).locator("..")).toHaveCSS("opacity", opacity);
  await page.clock.runFor(3_000);
  await opacityIs("0");
  await page.mouse.move(300, 300);
  await opacityIs("1");

  await test.step("open details never fade, and neither do the controls beside them", async () => {
    await page.keyboard.press("i");
    // The key may have made the focus visible, which would keep the controls for another reason.
    await page.mouse.click(720, 400);
    await page.clock.runFor(10_000);
    await expect(page.locator("[data-viewer][data-idle]")).toHaveCount(1);
    await expect(license(page)).toBeVisible();
    await opacityIs("1");
    await page.keyboard.press("i");
    await page.mouse.move(310, 300);
    await page.clock.runFor(3_000);
    await opacityIs("0");
  });

  await test.step("the controls never fade while the keyboard is in use", async () => {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.clock.runFor(10_000);
    await opacityIs("1");
    await page.mouse.move(300, 310);
    await page.clock.runFor(3_000);
    await opacityIs("0");
  });

  for (const preference of [{ contrast: "more" }, { forcedColors: "active" }] as const) {
    await test.step(`with ${JSON.stringify(preference)} the controls stay in view`, async () => {
      await page.emulateMedia(preference);
      await expect(page.locator("[data-viewer][data-idle]")).toHaveCount(1);
      await opacityIs("1");
      await page.emulateMedia({ contrast: null, forcedColors: null });
      await opacityIs("0");
    });
  }

  await test.step("focused controls stay", async () => {
    await page.keyboard.press("Tab");
    await page.mouse.move(320, 300);
    await page.clock.runFor(5_000);
    await expect(page.locator("[data-viewer][data-idle]")).toHaveCount(1);
    await opacityIs("1");
  });
});

for (const [format, broken, shown] of [
  ["in every format", "**", /missing-picture/],
  ["as AVIF", "medium-*.avif", /medium-\d+\.jpg/],
] as const) {
  test(`a picture that fails ${format} is replaced`, async ({ page, gallery, faults }) => {
    for (const index of [2, 3]) {
      await page.route(`**/images/${gallery.photos[index]?.internal_id}/${broken}`, (route) =>
        route.fulfill({ status: 404, body: "" }),
      );
    }
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
    await test.step("while loading", () => expectReplaced());
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("4 / 8")).toBeVisible();
    await test.step("while moving on", () => expectReplaced());
    await page.unrouteAll();
    faults.length = 0;

    async function expectReplaced() {
      const picture = page.locator('[data-place="current"] picture img').first();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(shown);
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("faded controls take no tap", async ({ page, gallery }) => {
    const url = `${gallery.album.url}/photo/${gallery.photos[2]?.id}`;
    await page.clock.install();
    await openPage(page, url);
    const { x, y, width, height } = await boxOf(close(page));
    await page.clock.runFor(3_000);
    await expect(close(page).locator("..")).toHaveCSS("opacity", "0");
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(close(page).locator("..")).toHaveCSS("opacity", "1");
    await expect(page).toHaveURL(url);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(gallery.album.url);
  });
});
