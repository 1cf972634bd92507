import { createAlbum, deleteAlbum } from "../contract/albums.ts";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { colourOf } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";
import { expectAccessible } from "./accessible.ts";
import { test as base, expect } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { touchOn } from "./touch.ts";

type Shape = readonly [width: number, height: number];
type NewAlbum = { title: string; category?: string; description?: string; shapes?: readonly Shape[] };

// As large as these screens show them, and no larger: every upload is encoded.
const LANDSCAPE: Shape = [900, 600];
const WIDE: Shape = [960, 540];
const PORTRAIT: Shape = [600, 900];
const PANORAMA: Shape = [2400, 800];

/** Separate albums, removed after the test: the gallery is shared. */
const test = base.extend<{ makeAlbum: (given: NewAlbum) => Promise<string> }>({
  makeAlbum: async ({ gallery: { admin } }, use) => {
    const slugs: string[] = [];
    await use(async ({ title, category = "travel", description = "", shapes = [] }) => {
      const { album } = await admin.call(createAlbum, { body: { title, category, description } });
      slugs.push(album.slug);
      await uploadShapes(admin, album, shapes);
      return album.url;
    });
    for (const slug of slugs) await admin.call(deleteAlbum, { params: { slug } });
  },
});

async function uploadShapes(admin: Client, album: { slug: string }, shapes: readonly Shape[]) {
  if (shapes.length === 0) return;
  const files = shapes.map(async ([width, height], index) => {
    const name = `${album.slug}-${index + 1}.jpg`;
    return { name, bytes: await makePicture({ width, height, colour: colourOf(name) }) };
  });
  const { body } = await upload(admin, album, await Promise.all(files));
  if (body.photos.length !== shapes.length) throw new Error(JSON.stringify(body.failed_uploads));
}

const TEXT = "Made over three winters, always from a distance, always at first light.";

for (const { name, ...given } of [
  { name: "of landscapes", description: TEXT, shapes: [LANDSCAPE, LANDSCAPE, WIDE, WIDE, LANDSCAPE, WIDE] },
  { name: "that begins with a portrait", description: TEXT, shapes: [PORTRAIT, LANDSCAPE, WIDE, PORTRAIT, LANDSCAPE] },
  { name: "that begins with a panorama", description: TEXT, shapes: [PANORAMA, PORTRAIT, PORTRAIT, LANDSCAPE] },
  { name: "of one landscape", description: "", shapes: [WIDE] },
  // With the browser's toolbars in view.
  { name: "on a short screen", description: TEXT, shapes: [PORTRAIT, LANDSCAPE, WIDE, WIDE], height: 553 },
] as const) {
  test(`on a phone, an album ${name} is photographs first`, async ({ page, makeAlbum }) => {
    await page.setViewportSize({ width: 390, height: "height" in given ? given.height : 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openPage(page, await makeAlbum({ title: "Waters and Trails", ...given }));

    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    const first = await page.locator("[data-photo]").first().boundingBox();
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
    const shares = [await photoShare()];
    const next = page.getByRole("button", { name: "Scroll to the next photo" });
    while ((await next.isVisible()) && (await next.getAttribute("aria-disabled")) === null) {
      const before = await scrollLeft();
      await next.click();
      await expect.poll(scrollLeft).toBeGreaterThan(before);
      shares.push(await photoShare());
    }
    // After the last photo comes the next album, which is not part of this one.
    if (shares.length > 1) shares.pop();
    expect(shares[0]).toBeGreaterThan(0.25);
    // A single landscape cannot cover more than it does in the first view.
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(
      given.shapes.length > 1 ? 1 / 3 : 0.2,
    );

    function scrollLeft() {
      return page.locator("[data-strip]").evaluate((strip) => strip.scrollLeft);
    }

    /** The part of the screen that photographs of this album cover. */
    function photoShare() {
      return page.evaluate(() => {
        const areas = [...document.querySelectorAll("[data-photo] a")].map((photo) => {
          const { left, right, top, bottom } = photo.getBoundingClientRect();
          const width = Math.min(right, innerWidth) - Math.max(left, 0);
          const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
          return Math.max(width, 0) * Math.max(height, 0);
        });
        return areas.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight);
      });
    }
  });
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 820, height: 1180 },
]) {
  test(`at ${viewport.width} px photos fill columns, uncropped, and the next column peeks in`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize(viewport);
    await openPage(page, gallery.album.url);
    const strip = await page.locator("[data-strip]").boundingBox();
    expect(strip?.height).toBeCloseTo(viewport.height * 0.85, 0);
    const links = page.locator("[data-photo] a");
    const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
    for (const [index, photo] of gallery.photos.entries()) {
      const box = boxes[index] ?? new DOMRect();
      expect(box.width / box.height, photo.title).toBeCloseTo(photo.width / photo.height, 1);
      expect(box.width).toBeLessThanOrEqual(photo.width + 1);
      expect(box.bottom).toBeLessThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0) + 1);
      if (photo.width / photo.height >= 2)
        expect(box.height).toBeCloseTo(Math.min(strip?.height ?? 0, photo.height), 0);
      else expect(box.width).toBeLessThanOrEqual(viewport.width - 32);
    }
    // Two landscapes share a column, one above the other.
    expect(boxes[5]?.top).toBeCloseTo((boxes[4]?.bottom ?? Infinity) + 10, 0);
    expect(boxes[5]?.left).toBe(boxes[4]?.left);
    const second = boxes.find(({ left }) => left > 100);
    expect(second?.left).toBeLessThan(viewport.width - 15);
  });
}

for (const viewport of [
  { width: 844, height: 390 },
  { width: 390, height: 553 },
]) {
  test(`at ${viewport.width}×${viewport.height} narrow and tiny photos keep their shape`, async ({
    page,
    makeAlbum,
  }) => {
    await page.setViewportSize(viewport);
    const shapes: Shape[] = [[600, 1500], PORTRAIT, [120, 80], [900, 1600]];
    await openPage(page, await makeAlbum({ title: "Narrow", shapes }));
    const strip = await page.locator("[data-strip]").boundingBox();
    for (const [index, [width, height]] of shapes.entries()) {
      const box = await page.locator("[data-photo] a").nth(index).boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1);
      expect(box?.height).toBeLessThanOrEqual(Math.min(strip?.height ?? 0, height) + 0.5);
      expect(box?.y).toBeGreaterThanOrEqual(79.5);
    }
  });
}

test("on a phone, arrows move by one column, and a place is kept over a reload", async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, gallery.album.url);
  await expect(page.getByText("1 / 8")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("2 / 8")).toBeVisible();
  const left = (index: number) =>
    page
      .locator("[data-photo]")
      .nth(index)
      .evaluate((frame) => Math.abs(frame.getBoundingClientRect().left));
  expect(await left(1)).toBeLessThan(2);
  for (const [index, link] of (await page.locator("[data-photo] a").all()).entries()) {
    if (index === 7) await link.focus();
  }
  await expect(page.getByText("7–8 / 8")).toBeVisible();
  const remembered = () =>
    page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith("strip"))?.[1]);
  const scrollLeft = () => page.locator("[data-strip]").evaluate((strip) => strip.scrollLeft);
  await expect.poll(async () => (await remembered()) === String(await scrollLeft())).toBe(true);
  const before = await scrollLeft();
  await page.reload();
  await expect.poll(scrollLeft).toBe(before);
});

test("a panorama ten times as wide as high is loaded, though a phone never shows a tenth of it", async ({
  page,
  makeAlbum,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, await makeAlbum({ title: "Far and wide", shapes: [...Array(5).fill(PORTRAIT), [7200, 720]] }));
  for (let column = 0; column < 5; column++) await page.keyboard.press("ArrowRight");
  await expect(page.getByText("6 / 6")).toBeVisible();
  const picture = page.locator("[data-photo]").nth(5).locator("picture img");
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a swipe comes to rest at the start of a column", async ({ page, gallery }) => {
    await openPage(page, gallery.album.url);
    const touch = await touchOn(page);
    await touch.start([{ x: 330, y: 600 }]);
    for (let x = 310; x >= 90; x -= 20) await touch.move([{ x, y: 600 }]);
    await touch.end();
    // How far a fast finger gets is the browser's decision.
    const atRest = () =>
      page.locator("[data-photo]").evaluateAll((frames) => {
        const lefts = frames.slice(1).map((frame) => Math.abs(frame.getBoundingClientRect().left));
        return Math.min(...lefts);
      });
    await expect.poll(atRest).toBeLessThan(2);
  });
});

test("after the last photo, the strip leads to the next album and back to the category", async ({
  page,
  makeAlbum,
}) => {
  const owls = await makeAlbum({ title: "Owls", category: "portraits", shapes: [LANDSCAPE, PORTRAIT] });
  await openPage(page, "/portraits");
  await page.getByRole("link", { name: /Birds/ }).click();
  await expect(page.getByRole("heading", { name: "Birds" })).toBeVisible();
  const more = page.getByRole("navigation", { name: "More albums" });
  await more.getByRole("link", { name: /Next album\s*Owls/ }).click();
  await expect(page).toHaveURL(owls);
  await expect(page.getByRole("heading", { name: "Owls" })).toBeInViewport();
  expect(await page.locator("[data-strip]").evaluate((strip) => strip.scrollLeft)).toBe(0);
  // The last album leads to the first.
  await expect(more.getByRole("link", { name: /Next album\s*Birds/ })).toBeAttached();
  await expectAccessible(page);
  await more.getByRole("link", { name: "Back to Portraits" }).click();
  await expect(page).toHaveURL("/portraits");
});

test("an empty album explains that its photographs are still to come", async ({ page, makeAlbum }) => {
  await openPage(page, await makeAlbum({ title: "Not yet" }));
  await expect(page.getByText("The photographs of this album are still to come.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Travel" })).toBeVisible();
  await expect(page.getByText("0 photos")).toHaveCount(0);
  await expectAccessible(page);
});

const LONG_TITLE =
  "On the long road between the northern lights and the southern cross, with all of the people who opened their doors, their kitchens and their family albums to a stranger";

test("a title of 170 characters is shown whole, on a laptop and on a phone", async ({ page, makeAlbum }) => {
  await openPage(page, await makeAlbum({ title: LONG_TITLE, description: TEXT, shapes: [LANDSCAPE] }));
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const clipped = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const title = heading.getBoundingClientRect();
      const panel = heading.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return { below: title.bottom > panel.bottom, beside: heading.scrollWidth > heading.clientWidth };
    });
    expect(clipped, `at ${viewport.width} px`).toEqual({ below: false, beside: false });
  }
});

for (const viewport of [
  { width: 320, height: 256 },
  { width: 844, height: 390 },
]) {
  test(`at ${viewport.width}×${viewport.height} all of the text and the buttons can be reached`, async ({
    page,
    makeAlbum,
  }) => {
    await page.setViewportSize(viewport);
    const description = `${TEXT} `.repeat(8).trim();
    await openPage(page, await makeAlbum({ title: "Waters and Trails", description, shapes: [LANDSCAPE, LANDSCAPE] }));
    const text = page.getByText("Made over three winters");
    await text.evaluate((element) => element.parentElement?.scrollTo(0, element.parentElement.scrollHeight));
    const end = await text.evaluate((element) => {
      const range = document.createRange();
      range.setStart(element.firstChild as Node, element.textContent.length - 1);
      range.setEnd(element.firstChild as Node, element.textContent.length);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    });
    const strip = await page.locator("[data-strip]").boundingBox();
    expect(end.bottom).toBeLessThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0));
    expect(end.right).toBeLessThanOrEqual(viewport.width);
    const next = page.getByRole("button", { name: "Scroll to the next photo" });
    await next.scrollIntoViewIfNeeded();
    await expect(next).toBeInViewport();
    await expectAccessible(page);
  });
}

test("with forced colours the progress line is visible", async ({ page, gallery }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page, gallery.album.url);
  const line = page.locator("[data-progress]");
  const [own, behind] = await line.evaluate((element) => [
    getComputedStyle(element).backgroundColor,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  expect(own).not.toBe(behind);
});
