import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { clickControl } from "./click-control.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { touchOn } from "./touch.ts";

const shownPhoto = (page: Page) => page.locator('[data-place="current"] [data-zoom]');
const trackOf = (page: Page) => page.locator('[data-place="current"]').locator("..");

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("opens from the strip, moves both ways, and closes at the photo last shown, at every width", async ({
  page,
  gallery,
}) => {
  const photo = (index: number) => `${gallery.album.url}/photo/${gallery.photos[index]?.id}`;
  await openPage(page, gallery.album.url);
  for (const viewport of WIDTHS) {
    await test.step(`at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      await page.locator("[data-photo] a").first().click();
      await expect(page).toHaveURL(photo(0));
      await expect(page.getByText("1 / 8", { exact: true }).last()).toBeVisible();
      await clickControl(page.getByRole("link", { name: "Next photo" }));
      await expect(page).toHaveURL(photo(1));
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(photo(4));
      await page.keyboard.press("ArrowLeft");
      await clickControl(page.getByRole("link", { name: "Next photo" }));
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(photo(5));
      await expect(page).toHaveTitle("bridge – Mira Holm");
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(gallery.album.url);
      await expect(page.locator("[data-photo]").nth(5)).toBeInViewport({ ratio: 0.5 });
      await expect(page.locator("[data-photo]").nth(5).getByRole("link")).toBeFocused();
      await page.emulateMedia({ reducedMotion: "reduce" });
    });
  }

  await test.step("Back leads to the album, however many photos were viewed", async () => {
    await page.setViewportSize(WIDTHS[0]);
    await page.locator("[data-photo] a").first().click();
    await expect(page.locator("[data-viewer]")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(photo(2));
    await page.goBack();
    await expect(page).toHaveURL(gallery.album.url);
    await expect(page.locator("[data-photo]").nth(2)).toBeInViewport();
  });
});

test("a visitor who opens a photo directly can view the whole album, and close into it", async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
  const announced = page.locator("[data-viewer]").getByRole("status");
  await expect(announced).toHaveText("");

  await test.step("the first photo resists moving further", async () => {
    await expect(page.getByText("1 / 8")).toBeVisible();
    await expect(page.getByRole("link", { name: "Previous photo" })).toHaveCount(0);
    // The animation takes 200 ms and may be over before the test looks, so record that it started.
    await trackOf(page).evaluate((element) => {
      const animate = element.animate.bind(element);
      element.animate = (...given) => {
        element.setAttribute("data-moved", "");
        return animate(...given);
      };
    });
    await page.keyboard.press("ArrowLeft");
    await expect(trackOf(page)).toHaveAttribute("data-moved");
    await expect(announced).toHaveText("This is the first photo");
    await expect(page.getByText("1 / 8")).toBeVisible();
  });

  await test.step("every photo fits between the controls, uncropped and never enlarged", async () => {
    for (const [index, { width, height }] of gallery.photos.entries()) {
      if (index > 0) await page.keyboard.press("ArrowRight");
      await expect(page.getByText(`${index + 1} / 8`)).toBeVisible();
      if (![0, 1, 4].includes(index)) continue;
      for (const viewport of WIDTHS.toReversed()) {
        await page.setViewportSize(viewport);
        const margins = viewport.width <= 768 ? { width: 0, height: 52 + 120 } : { width: 2 * 72, height: 72 + 88 };
        const fit = Math.min(1, (viewport.width - margins.width) / width, (viewport.height - margins.height) / height);
        const scale = () =>
          page.locator('[data-place="current"] svg').evaluate((svg: SVGSVGElement) => svg.getScreenCTM()?.a ?? 0);
        await expect.poll(scale, `photo ${index} at ${viewport.width} px`).toBeCloseTo(fit, 2);
      }
      if (index !== 4) continue;
      // Not by zooming, either.
      await page.mouse.dblclick(720, 450);
      await expect(shownPhoto(page)).toHaveCSS("transform", "none");
    }
  });

  await test.step("moving on announces title and position, and the end", async () => {
    await expect(announced).toHaveText("dusk, 8 of 8, last photo");
    await page.keyboard.press("ArrowLeft");
    await expect(announced).toHaveText("square, 7 of 8. An empty square at noon");
    await page.keyboard.press("ArrowRight");
    await expect(announced).toHaveText("dusk, 8 of 8, last photo");
    await page.keyboard.press("ArrowRight");
    await expect(announced).toHaveText("This is the last photo");
    await expect(page.getByRole("link", { name: "Next photo" })).toHaveCount(0);
  });

  await test.step("the header cannot be reached while the viewer covers it", async () => {
    await expect(page.getByRole("link", { name: "HOME" })).toHaveCount(0);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("header") ?? null)).toBeNull();
    }
  });

  await clickControl(page.getByRole("link", { name: "Close" }));
  await expect(page).toHaveURL(gallery.album.url);
  await expect(page.locator("[data-photo]")).toHaveCount(8);
  await expect(page.locator("[data-photo]").nth(7)).toBeInViewport();
});

test("the large picture is generated, checked and then shown, for the photo and its neighbours", async ({
  page,
  gallery,
  faults,
}) => {
  const idOf = (index: number) => gallery.photos[index]?.internal_id ?? "";
  const calls: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/generate", async (route) => {
    expect(route.request().postDataJSON()).toEqual({ variant: "large" });
    calls.push(`generate ${/images\/(\w+)\//.exec(route.request().url())?.[1]}`);
    await held;
    await route.continue();
  });
  page.on("request", (request) => {
    const id = /images\/(\w+)\/large/.exec(request.url())?.[1];
    if (id) calls.push(`${request.method()} ${id}`);
  });
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await expect.poll(() => [...calls].sort()).toEqual([1, 2, 3].map((index) => `generate ${idOf(index)}`).sort());
  await expect(shownPhoto(page).locator("picture")).toHaveCount(1);
  await expect(shownPhoto(page).locator("picture img")).toHaveJSProperty("complete", true);
  release();
  await expect(shownPhoto(page).locator("picture")).toHaveCount(2);
  await expect(shownPhoto(page).locator("picture img").last()).toHaveCSS("opacity", "1");
  for (const index of [1, 2, 3]) {
    const firstIndexOf = (call: string) => calls.indexOf(`${call} ${idOf(index)}`);
    await expect.poll(() => firstIndexOf("HEAD")).toBeGreaterThan(-1);
    expect(firstIndexOf("generate")).toBeLessThan(firstIndexOf("HEAD"));
  }

  await test.step("the medium picture stays where no large one can be made", async () => {
    await page.unroute("**/generate");
    await page.route("**/generate", (route) =>
      route.fulfill({ status: 429, json: { success: false, message: "Later" } }),
    );
    // The response for the next photo comes after this one's has been handled.
    const refused = Promise.all(
      [5, 6].map((index) => page.waitForResponse((response) => response.url().includes(`${idOf(index)}/generate`))),
    );
    for (const position of [4, 5, 6]) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByText(`${position} / 8`)).toBeVisible();
    }
    await refused;
    await expect(shownPhoto(page).locator("picture")).toHaveCount(1);
    await expect(shownPhoto(page).locator("picture img")).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    faults.length = 0;
  });
});

test("a photo is zoomed by double click and button, and panned by dragging, keys and buttons", async ({
  page,
  gallery,
}) => {
  const url = `${gallery.album.url}/photo/${gallery.photos[2]?.id}`;
  await openPage(page, url);
  const boxOf = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().toJSON() as DOMRect);
  const width = async () => Math.round((await boxOf()).width);
  const corner = async () => {
    const { left, top } = await boxOf();
    return [Math.round(left), Math.round(top)] as const;
  };
  const fitted = await width();

  await test.step("a double click zooms to real pixels, dragging pans, and another zooms out", async () => {
    await page.mouse.dblclick(500, 400);
    await expect.poll(width).toBe(2400);
    await expect(shownPhoto(page).locator('img[src*="/original-"]')).toHaveCount(1);
    const before = (await boxOf()).left;
    await page.mouse.move(700, 450);
    await page.mouse.down();
    await page.mouse.move(600, 450, { steps: 4 });
    await page.mouse.up();
    expect((await boxOf()).left).toBeCloseTo(before - 100, 0);
    await expect(page.getByText("3 / 8")).toBeVisible();
    await page.mouse.dblclick(500, 400);
    await expect.poll(width).toBe(fitted);
  });

  await test.step("arrow keys and buttons pan a quarter of the screen, not past the edge", async () => {
    await clickControl(page.getByRole("button", { name: "Zoom in" }));
    await expect.poll(width).toBe(2400);
    const [left, top] = await corner();
    await page.keyboard.press("ArrowRight");
    await expect.poll(corner).toEqual([left - 360, top]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(corner).toEqual([left - 360, top - 225]);
    await clickControl(page.getByRole("button", { name: "Pan left" }));
    await clickControl(page.getByRole("button", { name: "Pan up" }));
    await expect.poll(corner).toEqual([left, top]);
    for (let presses = 0; presses < 3; presses++) await clickControl(page.getByRole("button", { name: "Pan right" }));
    await expect.poll(corner).toEqual([1440 - 2400, top]);
    await expect(page).toHaveURL(url);
    await expectAccessible(page);
    // In the directions in which there is more to see: here the photo is 1600 px high.
    await page.setViewportSize({ width: 1440, height: 1700 });
    await expect(page.getByRole("button", { name: /^Pan (up|down)$/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Pan (left|right)$/ })).toHaveCount(2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await clickControl(page.getByRole("button", { name: "Zoom out" }));
    await expect.poll(width).toBe(fitted);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("4 / 8")).toBeVisible();
  });
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the details are a sheet, swipes move and close, and a pinch zooms", async ({ page, gallery }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
    const touch = await touchOn(page);
    const offset = () =>
      trackOf(page).evaluate((element) => {
        const { m41, m42 } = new DOMMatrix(getComputedStyle(element).transform);
        return { x: Math.round(m41), y: Math.round(m42) };
      });
    const atRest = { x: 0, y: 0 };

    await test.step("the details are a sheet at the bottom", async () => {
      await clickControl(page.getByText("Details", { exact: true }));
      const sheet = await page.locator("details > div").boundingBox();
      expect(sheet).toMatchObject({ x: 0, width: 390 });
      expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844);
      expect(sheet?.height).toBeLessThan(844 / 2);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.locator("details > div")).toBeHidden();
    });

    await test.step("a swipe follows the finger to the next photo; a short one returns; the end resists", async () => {
      await touch.start([{ x: 300, y: 400 }]);
      await touch.move([{ x: 200, y: 400 }]);
      await expect.poll(offset).toEqual({ x: -100, y: 0 });
      await touch.move([{ x: 120, y: 400 }]);
      await touch.end();
      await expect(page.getByText("2 / 8")).toBeVisible();
      expect(await offset()).toEqual(atRest);

      await touch.start([{ x: 200, y: 400 }]);
      // The speed is part of the gesture: this finger is slow.
      await page.waitForTimeout(200);
      await touch.move([{ x: 190, y: 400 }]);
      await touch.end();
      await expect.poll(offset).toEqual(atRest);
      await expect(page.getByText("2 / 8")).toBeVisible();

      await page.keyboard.press("ArrowLeft");
      await expect(page.getByText("1 / 8")).toBeVisible();
      await touch.start([{ x: 100, y: 400 }]);
      await touch.move([{ x: 300, y: 400 }]);
      await expect.poll(offset).toEqual({ x: 50, y: 0 });
      await touch.end();
      await expect.poll(offset).toEqual(atRest);
      await expect(page.getByText("1 / 8")).toBeVisible();
    });

    for (const position of [2, 3]) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByText(`${position} / 8`)).toBeVisible();
    }

    await test.step("a pinch zooms", async () => {
      const width = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().width);
      const fitted = await width();
      await touch.start([
        { x: 180, y: 420 },
        { x: 210, y: 420 },
      ]);
      await touch.move([
        { x: 150, y: 420 },
        { x: 240, y: 420 },
      ]);
      await expect.poll(width).toBeCloseTo(fitted * 3, 0);
      await touch.end();
      expect(await width()).toBeCloseTo(fitted * 3, 0);
      await page.keyboard.press("z");
      await expect.poll(width).toBeCloseTo(fitted, 0);
    });

    await test.step("a swipe down closes the viewer; a short one does not", async () => {
      await touch.start([{ x: 200, y: 400 }]);
      // Slow again.
      await page.waitForTimeout(300);
      await touch.move([{ x: 202, y: 440 }]);
      await expect.poll(offset).toEqual({ x: 0, y: 40 });
      await touch.end();
      await expect.poll(offset).toEqual(atRest);
      await expect(page.getByText("3 / 8")).toBeVisible();
      await touch.start([{ x: 200, y: 300 }]);
      await touch.move([{ x: 205, y: 400 }]);
      await expect(page.locator("[data-caption]"), "the photo passes over no text").toBeHidden();
      await touch.move([{ x: 205, y: 520 }]);
      await touch.end();
      await expect(page).toHaveURL(gallery.album.url);
    });
  });
});
