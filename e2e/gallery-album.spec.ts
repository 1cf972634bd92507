import type { Page } from "@playwright/test";
import type { AdminPhoto } from "../contract/photos.ts";
import { getSequence, type Panel, saveSequence } from "../contract/sequences.ts";
import { DEFAULT_SITE, updateSite } from "../contract/site.ts";
import type { Client } from "../rig/client.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, type Shape, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { touchOn } from "./touch.ts";

// As large as these screens show them, and no larger: every upload is encoded.
const LANDSCAPE: Shape = [900, 600];
const WIDE: Shape = [960, 540];
const PORTRAIT: Shape = [600, 900];
const PANORAMA: Shape = [2400, 800];
const SQUARE: Shape = [600, 600];
const PHONE = { width: 390, height: 844 };

const TEXT = "Made over three winters, always from a distance, always at first light.";

const scrollLeft = (page: Page) => page.locator("[data-strip]").evaluate((strip) => strip.scrollLeft);

test("on a phone, albums are photographs first", async ({ page, gallery, makeAlbum }) => {
  const title = "Waters and Trails";
  const albums = [
    { name: "of landscapes", description: TEXT, shapes: [LANDSCAPE, LANDSCAPE, WIDE, WIDE, LANDSCAPE, WIDE] },
    {
      name: "that begins with a portrait",
      description: TEXT,
      shapes: [PORTRAIT, LANDSCAPE, WIDE, PORTRAIT, LANDSCAPE],
    },
    { name: "that begins with a panorama", description: TEXT, shapes: [PANORAMA, PORTRAIT, PORTRAIT, LANDSCAPE] },
    { name: "of one landscape", description: "", shapes: [WIDE] },
    // With the browser's toolbars in view.
    { name: "on a short screen", description: TEXT, shapes: [PORTRAIT, LANDSCAPE, WIDE, WIDE], height: 553 },
    {
      name: "with short texts between them",
      description: "",
      shapes: [WIDE, PORTRAIT, PANORAMA, PORTRAIT, SQUARE, PORTRAIT],
      headings: ["The ice", "", "The second winter", "", "The end"],
      height: 664,
    },
  ];
  const urls: string[] = [];
  for (const { description, shapes, headings } of albums) {
    const { url, photos } = await makeAlbum({ title, description, shapes });
    urls.push(url);
    if (headings) await putTextsBetween(gallery.admin, { slug: url.split("/").at(-1) ?? "", photos, headings });
  }
  await page.setViewportSize(PHONE);
  await openPage(page, urls[0] ?? "");

  for (const [index, { name, shapes, headings, height = PHONE.height }] of albums.entries()) {
    await test.step(`an album ${name}`, async () => {
      if (index > 0) await page.getByRole("link", { name: /Next album\s*Waters and Trails/ }).click();
      await expect(page).toHaveURL(urls[index] ?? "");
      await expect(page.locator("[data-photo]")).toHaveCount(shapes.length);
      await page.setViewportSize({ ...PHONE, height });
      const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
      const first = await page.locator("[data-photo]").first().boundingBox();
      expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
      const shares = [await photoShare(page)];
      const next = page.getByRole("button", { name: "Scroll to the next photo" });
      while ((await next.isVisible()) && (await next.getAttribute("aria-disabled")) === null) {
        const before = await scrollLeft(page);
        await next.click();
        await expect.poll(() => scrollLeft(page)).toBeGreaterThan(before);
        shares.push(await photoShare(page));
      }
      // After the last photo comes the next album, which is not part of this one.
      if (shares.length > 1) shares.pop();
      expect(shares[0]).toBeGreaterThan(0.25);
      if (headings) expect(Math.min(...shares), "no text has a screen to itself").toBeGreaterThan(0.25);
      // A single landscape cannot cover more than it does in the first view.
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(
        shapes.length > 1 ? 1 / 3 : 0.2,
      );
    });
  }
});

type Texts = { slug: string; photos: AdminPhoto[]; headings: string[] };

async function putTextsBetween(admin: Client, { slug, photos, headings }: Texts) {
  const { sequence } = await admin.call(getSequence, { params: { slug }, query: {} });
  const panels = photos.flatMap(({ id }, index): Panel[] => {
    const heading = headings[index];
    const photo: Panel = { kind: "photos", photo_ids: [id], gap: 10 };
    return heading === undefined ? [photo] : [photo, { kind: "text", heading, body: "The lake did not freeze." }];
  });
  const { version_id, revision } = sequence;
  await admin.call(saveSequence, { params: { slug }, body: { version_id, revision, panels } });
}

/** The part of the screen that photographs of this album cover. */
function photoShare(page: Page): Promise<number> {
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

test("upright, photos fill columns, uncropped; arrows move by one column, and a reload keeps the place", async ({
  page,
  gallery,
}) => {
  await openPage(page, gallery.album.url);
  for (const viewport of [{ width: 820, height: 1180 }, { width: 768, height: 1024 }, PHONE]) {
    await test.step(`at ${viewport.width} px the next column peeks in`, async () => {
      await page.setViewportSize(viewport);
      const strip = await page.locator("[data-strip]").boundingBox();
      expect(strip?.height).toBeCloseTo(viewport.height * 0.85, 0);
      const links = page.locator("[data-photo] a");
      const boxes = await links.evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
      );
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

  await test.step("with forced colours the progress line is visible", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const [own, behind] = await page
      .locator("[data-progress]")
      .evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(document.documentElement).backgroundColor,
      ]);
    expect(own).not.toBe(behind);
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step("arrows move by one column, and a place is kept over a reload", async () => {
    await expect(page.getByText("1 / 8")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("2 / 8")).toBeVisible();
    const left = (index: number) =>
      page
        .locator("[data-photo]")
        .nth(index)
        .evaluate((frame) => Math.abs(frame.getBoundingClientRect().left));
    expect(await left(1)).toBeLessThan(2);
    await page.locator("[data-photo] a").nth(7).focus();
    await expect(page.getByText("7–8 / 8")).toBeVisible();
    const remembered = () =>
      page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith("strip"))?.[1]);
    await expect.poll(async () => (await remembered()) === String(await scrollLeft(page))).toBe(true);
    const before = await scrollLeft(page);
    await page.reload();
    await expect.poll(() => scrollLeft(page)).toBe(before);
  });
});

test("narrow and tiny photos keep their shape, and a panorama that no phone shows a tenth of is loaded", async ({
  page,
  makeAlbum,
}) => {
  const shapes: Shape[] = [[600, 1500], PORTRAIT, [120, 80], [900, 1600], PORTRAIT, PORTRAIT, PORTRAIT, [7200, 720]];
  await openPage(page, (await makeAlbum({ title: "Narrow and wide", shapes })).url);
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 553 },
  ]) {
    await test.step(`at ${viewport.width}×${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      const strip = await page.locator("[data-strip]").boundingBox();
      const boxes = await page
        .locator("[data-photo] a")
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
      for (const [index, [width, height]] of shapes.entries()) {
        const box = boxes[index];
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1);
        expect(box?.height).toBeLessThanOrEqual(Math.min(strip?.height ?? 0, height) + 0.5);
        expect(box?.y).toBeGreaterThanOrEqual(79.5);
      }
    });
  }
  await test.step("the panorama is loaded when its column is reached", async () => {
    await page.setViewportSize(PHONE);
    const picture = page.locator("[data-photo]").last().locator("picture img");
    await expect(picture).toHaveCount(0);
    while (!(await page.getByText("8 / 8", { exact: true }).isVisible())) {
      const before = await scrollLeft(page);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => scrollLeft(page)).toBeGreaterThan(before);
    }
    await expect(picture).toHaveJSProperty("complete", true);
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
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
  await expect(page).toHaveURL(owls.url);
  await expect(page.getByRole("heading", { name: "Owls" })).toBeInViewport();
  expect(await scrollLeft(page)).toBe(0);
  // The last album of a category leads to the next one.
  await expect(more.getByRole("link", { name: /Next album, in Travel\s*Coast/ })).toBeAttached();
  await expect(more.getByRole("link", { name: "Contact" })).toBeAttached();
  await expectAccessible(page);
  await more.getByRole("link", { name: "Back to Portraits" }).click();
  await expect(page).toHaveURL("/portraits");
});

test("an empty album explains that its photographs are still to come", async ({ page, makeAlbum }) => {
  await openPage(page, (await makeAlbum({ title: "Not yet" })).url);
  await expect(page.getByText("The photographs of this album are still to come.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Travel" })).toBeVisible();
  await expect(page.getByText("0 photos")).toHaveCount(0);
  await expectAccessible(page);
});

const LONG_TITLE =
  "On the long road between the northern lights and the southern cross, with all of the people who opened their doors, their kitchens and their family albums to a stranger";

test("a title of 170 characters and a long text can be read whole, on screens of every size", async ({
  page,
  makeAlbum,
}) => {
  const description = `${TEXT} `.repeat(8).trim();
  await openPage(page, (await makeAlbum({ title: LONG_TITLE, description, shapes: [LANDSCAPE, LANDSCAPE] })).url);
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    await test.step(`at ${viewport.width} px the title is shown whole`, async () => {
      await page.setViewportSize(viewport);
      const clipped = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
        const title = heading.getBoundingClientRect();
        const panel = heading.parentElement?.getBoundingClientRect() ?? new DOMRect();
        return { below: title.bottom > panel.bottom, beside: heading.scrollWidth > heading.clientWidth };
      });
      expect(clipped).toEqual({ below: false, beside: false });
    });
  }
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 320, height: 256 },
  ]) {
    await test.step(`at ${viewport.width}×${viewport.height} all of the text and the buttons can be reached`, async () => {
      await page.setViewportSize(viewport);
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
    });
  }
  await expectAccessible(page);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: PHONE, hasTouch: true });

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

  test("with wide margins, columns and the title have one edge", async ({ page, gallery }) => {
    const { look } = DEFAULT_SITE;
    await gallery.admin.call(updateSite, { body: { look: { margin: "wide" } } });
    try {
      await openPage(page, gallery.album.url);
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      await page.getByRole("button", { name: "Scroll to the next photo" }).click();
      await expect.poll(() => scrollLeft(page)).toBeGreaterThan(0);
      const lefts = () =>
        page.locator("[data-photo] a").evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));
      await expect
        .poll(async () => Math.min(...(await lefts()).map((left) => Math.abs(left - (title?.x ?? 0)))))
        .toBeLessThan(2);
    } finally {
      await gallery.admin.call(updateSite, { body: { look } });
    }
  });
});
