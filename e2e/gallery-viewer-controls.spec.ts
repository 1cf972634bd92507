import type { Locator, Page } from "@playwright/test";
import { createAlbum } from "../contract/albums.ts";
import { paths } from "../contract/paths.ts";
import { updatePhoto } from "../contract/photos.ts";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { colourOf } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";
import { expectAccessible } from "./accessible.ts";
import { clickControl } from "./click-control.ts";
import { expect, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { touchOn } from "./touch.ts";

const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const shownPicture = (page: Page) => page.locator('[data-place="current"] svg');
const details = (page: Page) => page.getByText("Details", { exact: true });
const close = (page: Page) => page.getByRole("link", { name: "Close" });
/** Everything that is drawn beside the photo, and nothing that is hidden. */
const controls = (page: Page) => page.locator("[data-viewer] :is([data-control], [data-caption] > *)");

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

async function controlBoxes(page: Page): Promise<Box[]> {
  const shown = await controls(page).filter({ visible: true }).all();
  return Promise.all(shown.map(boxOf));
}

for (const [index, name] of [
  [1, "a portrait"],
  [2, "a landscape"],
  [3, "a panorama"],
] as const) {
  test(`nothing lies on ${name}, and nothing collides, with and without details`, async ({ page, gallery }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[index]?.id}`);
    const panel = page.locator("details > div");
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      await expectApart(page);
      await openDetails(page);
      await expectApart(page, panel);
      await page.keyboard.press("i");
      await expect(panel).toBeHidden();
    }
  });
}

async function expectApart(page: Page, panel?: Locator) {
  const photo = await boxOf(shownPicture(page));
  const boxes = await controlBoxes(page);
  if (panel) boxes.push(await boxOf(panel));
  const { width, height } = page.viewportSize() ?? {};
  expect(boxes.length).toBeGreaterThan(4);
  for (const [at, box] of boxes.entries()) {
    expect(overlap(photo, box), `at ${width} × ${height}`).toBe(0);
    for (const other of boxes.slice(at + 1)) expect(overlap(box, other), `at ${width} × ${height}`).toBe(0);
  }
}

test("a long title and caption are cut under the photo and whole in the details", async ({ page, gallery }) => {
  const { url, photo } = await albumOfOne(gallery, "evening.jpg");
  const title = "A very long title about light on old stone ".repeat(4).trim();
  for (const change of [{ title }, { caption: "Word ".repeat(300).trim() }]) {
    await gallery.admin.call(updatePhoto, { params: { id: photo.id }, body: change });
  }
  await openPage(page, url);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  expect(overlap(await boxOf(shownPicture(page)), await boxOf(page.locator("[data-caption] > *")))).toBe(0);
  await openDetails(page);
  await expect(page.locator("details").getByText(title)).toBeInViewport({ ratio: 1 });
});

test("open details never fade, and neither do the controls beside them", async ({ page, gallery }) => {
  await page.clock.install();
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await page.keyboard.press("i");
  // The key may have made the focus visible, which would keep the controls for another reason.
  await page.mouse.click(720, 400);
  await page.clock.runFor(10_000);
  await expect(page.locator("[data-viewer][data-idle]")).toHaveCount(1);
  await expect(page.getByText("All Rights Reserved")).toBeVisible();
  await expect(close(page).locator("..")).toHaveCSS("opacity", "1");
  await page.keyboard.press("i");
  await page.clock.runFor(3_000);
  await expect(close(page).locator("..")).toHaveCSS("opacity", "0");
});

test("Escape closes the details first, then the viewer", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await page.keyboard.press("i");
  await page.keyboard.press("Escape");
  await expect(page.getByText("All Rights Reserved")).toBeHidden();
  await expect(page.locator("[data-viewer]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(gallery.album.url);
});

test("a zoomed photo is panned with the arrow keys and with buttons", async ({ page, gallery }) => {
  const url = `${gallery.album.url}/photo/${gallery.photos[2]?.id}`;
  await openPage(page, url);
  const photo = page.locator('[data-place="current"] [data-zoom]');
  const fitted = await boxOf(photo);
  await clickControl(page.getByRole("button", { name: "Zoom in" }));
  await expect.poll(async () => (await boxOf(photo)).width).toBe(2400);
  const corner = async () => {
    const { x, y } = await boxOf(photo);
    return [Math.round(x), Math.round(y)];
  };
  const [left, top] = await corner();
  await page.keyboard.press("ArrowRight");
  await expect.poll(corner).toEqual([(left ?? 0) - 360, top]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(corner).toEqual([(left ?? 0) - 360, (top ?? 0) - 225]);
  await clickControl(page.getByRole("button", { name: "Pan left" }));
  await clickControl(page.getByRole("button", { name: "Pan up" }));
  await expect.poll(corner).toEqual([left, top]);
  // Not past the edge.
  for (let presses = 0; presses < 6; presses++) await clickControl(page.getByRole("button", { name: "Pan right" }));
  await expect.poll(corner).toEqual([1440 - 2400, top]);
  await expect(page).toHaveURL(url);
  await expectAccessible(page);
  await clickControl(page.getByRole("button", { name: "Zoom out" }));
  await expect.poll(async () => (await boxOf(photo)).width).toBe(fitted.width);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("4 / 8")).toBeVisible();
});

test("single-letter shortcuts can be switched off, and stay off", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
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
  await expect(page.getByText("4 / 8")).toBeVisible();
  await expect(page.getByText("All Rights Reserved")).toBeHidden();
  await openDetails(page);
  await shortcuts.click();
  await page.keyboard.press("i");
  await expect(shortcuts).toBeHidden();
  await page.evaluate(() => localStorage.clear());
});

test("moving on announces title and position, and the end", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[5]?.id}`);
  const announced = page.locator("[data-viewer]").getByRole("status");
  await expect(announced).toHaveText("");
  await page.keyboard.press("ArrowRight");
  await expect(announced).toHaveText("square, 7 of 8");
  await page.keyboard.press("ArrowRight");
  await expect(announced).toHaveText("dusk, 8 of 8, last photo");
  await page.keyboard.press("ArrowRight");
  await expect(announced).toHaveText("This is the last photo");
});

for (const [format, broken, shown] of [
  ["in every format", "**", /missing-picture/],
  ["as AVIF", "medium-*.avif", /medium-\d+\.jpg/],
] as const) {
  for (const when of ["while loading", "while moving on"]) {
    test(`a picture that fails ${format} ${when} is replaced`, async ({ page, gallery, faults }) => {
      const index = when === "while loading" ? 2 : 3;
      await page.route(`**/images/${gallery.photos[index]?.internal_id}/${broken}`, (route) =>
        route.fulfill({ status: 404, body: "" }),
      );
      await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
      if (index === 3) await page.keyboard.press("ArrowRight");
      const picture = page.locator('[data-place="current"] picture img').first();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(shown);
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      await page.unrouteAll();
      faults.length = 0;
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a swipe down closes the viewer; a short one does not", async ({ page, gallery }) => {
    const url = `${gallery.album.url}/photo/${gallery.photos[2]?.id}`;
    await openPage(page, url);
    const track = page.locator('[data-place="current"]').locator("..");
    const offset = () => track.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
    const touch = await touchOn(page);
    await touch.start([{ x: 200, y: 400 }]);
    // The speed is part of the gesture: this finger is slow.
    await page.waitForTimeout(300);
    await touch.move([{ x: 202, y: 440 }]);
    await expect.poll(offset).toBeCloseTo(40, 0);
    await touch.end();
    await expect.poll(offset).toBe(0);
    await expect(page).toHaveURL(url);
    await touch.start([{ x: 200, y: 300 }]);
    await touch.move([{ x: 205, y: 400 }]);
    await touch.move([{ x: 205, y: 520 }]);
    await touch.end();
    await expect(page).toHaveURL(gallery.album.url);
  });

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

  test("the details are a sheet at the bottom", async ({ page, gallery }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
    await openDetails(page);
    const sheet = await boxOf(page.locator("details > div"));
    expect(sheet).toMatchObject({ x: 0, width: 390 });
    expect(sheet.y + sheet.height).toBe(844);
    expect(sheet.height).toBeLessThan(844 / 2);
    await expectAccessible(page);
  });
});

test.describe("at 400 % zoom", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("nothing is lost: every control is in view, and the details lie above the arrows", async ({ page, gallery }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
    for (const name of ["Next photo", "Close"]) {
      await expect(page.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    }
    await expect(details(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { name: "dawn" })).toBeInViewport();
    await openDetails(page);
    const license = page.getByText("All Rights Reserved");
    await license.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(license);
    const isOnTop = await license.evaluate(
      (element, [x, y]) => element === document.elementFromPoint(x ?? 0, y ?? 0),
      [x + width / 2, y + height / 2],
    );
    expect(isOnTop).toBe(true);
    await page.getByRole("switch").scrollIntoViewIfNeeded();
    // Panels scroll by whole pixels, and the line may begin between two.
    await expect(page.getByRole("switch")).toBeInViewport({ ratio: 0.99 });
    await openDetails(page);
    await expect(license).toBeHidden();
  });
});

test("the controls grow with the browser's font size", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  const before = await boxOf(close(page));
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect((await boxOf(close(page))).width).toBe(before.width * 2);
});

for (const preference of [{ contrast: "more" }, { forcedColors: "active" }] as const) {
  test(`with ${JSON.stringify(preference)} the controls stay in view`, async ({ page, gallery }) => {
    await page.emulateMedia(preference);
    await page.clock.install();
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
    await page.clock.runFor(5_000);
    await expect(page.locator("[data-viewer][data-idle]")).toHaveCount(1);
    await expect(close(page).locator("..")).toHaveCSS("opacity", "1");
    await page.emulateMedia({ contrast: null, forcedColors: null });
  });
}

test("the details lead to the photos with the same tag", async ({ page, gallery }) => {
  const { url, photo } = await albumOfOne(gallery, "harbour.jpg");
  await gallery.admin.call(updatePhoto, { params: { id: photo.id }, body: { tags: ["blue hour"] } });
  await openPage(page, url);
  await openDetails(page);
  await page.getByRole("link", { name: "blue hour" }).click();
  await expect(page).toHaveURL(paths.tag("blue hour"));
});

test("an untitled photo is named by its place in the album", async ({ page, gallery }) => {
  // A name that a camera gave is no title.
  const { url } = await albumOfOne(gallery, "DSC_0411.jpg");
  await openPage(page, url);
  await expect(page.getByRole("heading", { name: "Photo 1 of 1, DSC_0411.jpg" })).toBeVisible();
});

/** An album with one photo, for a test that changes it. */
async function albumOfOne({ admin }: { admin: Client }, name: string) {
  const { album } = await admin.call(createAlbum, { body: { title: name, category: "travel" } });
  const bytes = await makePicture({ width: 1500, height: 1000, colour: colourOf(name) });
  const [photo] = (await upload(admin, album, [{ name, bytes }])).body.photos;
  if (!photo) throw new Error("The photo was not stored");
  return { photo, url: `${album.url}/photo/${photo.id}` };
}
