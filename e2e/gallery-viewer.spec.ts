import type { Page } from "@playwright/test";
import { clickControl } from "./click-control.ts";
import { expect, test, WIDTHS } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { touchOn } from "./touch.ts";

const shownPhoto = (page: Page) => page.locator('[data-place="current"] [data-zoom]');

for (const viewport of WIDTHS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("opens from the strip, moves both ways, and closes at the photo last shown", async ({ page, gallery }) => {
      await openPage(page, gallery.album.url);
      const photo = (index: number) => `${gallery.album.url}/photo/${gallery.photos[index]?.id}`;
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
    });
  });
}

test("the photo fits between the controls at every width, uncropped and never enlarged", async ({ page, gallery }) => {
  for (const index of [0, 1, 4]) {
    const { id, width, height } = gallery.photos[index] ?? { id: 0, width: 1, height: 1 };
    await openPage(page, `${gallery.album.url}/photo/${id}`);
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport);
      const margins = viewport.width <= 768 ? { width: 0, height: 52 + 120 } : { width: 2 * 72, height: 72 + 88 };
      const fit = Math.min(1, (viewport.width - margins.width) / width, (viewport.height - margins.height) / height);
      const scale = () =>
        page.locator('[data-place="current"] svg').evaluate((svg: SVGSVGElement) => svg.getScreenCTM()?.a ?? 0);
      await expect.poll(scale, `photo ${index} at ${viewport.width} px`).toBeCloseTo(fit, 2);
    }
  }
});

test("Back from the viewer leads to the album, however many photos were viewed", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  await page.locator("[data-photo] a").first().click();
  await expect(page.locator("[data-viewer]")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await page.goBack();
  await expect(page).toHaveURL(gallery.album.url);
  await expect(page.locator("[data-photo]").nth(2)).toBeInViewport();
});

test("a visitor who opens a photo directly can view the whole album, and close into it", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await expect(page.getByText("3 / 8")).toBeVisible();
  for (const position of [4, 5, 6]) {
    await expect(page.getByRole("link", { name: "Next photo" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(`${position} / 8`)).toBeVisible();
  }
  await clickControl(page.getByRole("link", { name: "Close" }));
  await expect(page).toHaveURL(gallery.album.url);
  await expect(page.locator("[data-photo]")).toHaveCount(8);
  await expect(page.locator("[data-photo]").nth(5)).toBeInViewport();
});

test("the first and the last photo resist moving further", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
  await expect(page.getByRole("link", { name: "Previous photo" })).toHaveCount(0);
  const track = page.locator('[data-place="current"]').locator("..");
  // The animation takes 200 ms and may be over before the test looks, so record that it started.
  await track.evaluate((element) => {
    const animate = element.animate.bind(element);
    element.animate = (...given) => {
      element.setAttribute("data-moved", "");
      return animate(...given);
    };
  });
  await page.keyboard.press("ArrowLeft");
  await expect(track).toHaveAttribute("data-moved");
  await expect(page.getByText("1 / 8")).toBeVisible();
  await page.goto(`${gallery.album.url}/photo/${gallery.photos[7]?.id}`);
  await expect(page.getByRole("link", { name: "Next photo" })).toHaveCount(0);
});

test("the large picture is generated, checked and then shown, for the photo and its neighbours", async ({
  page,
  gallery,
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
});

test("the medium picture stays where no large one can be made", async ({ page, gallery, faults }) => {
  await page.route("**/generate", (route) =>
    route.fulfill({ status: 429, json: { success: false, message: "Later" } }),
  );
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await page.waitForLoadState("networkidle");
  await expect(shownPhoto(page).locator("picture")).toHaveCount(1);
  await expect(shownPhoto(page).locator("picture img")).toBeVisible();
  faults.length = 0;
});

test("a double click zooms to real pixels, dragging pans, and another zooms out", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  const width = () => shownPhoto(page).evaluate((photo) => Math.round(photo.getBoundingClientRect().width));
  const fitted = await width();
  await page.mouse.dblclick(500, 400);
  await expect.poll(width).toBe(2400);
  await expect(shownPhoto(page).locator('img[src*="/original-"]')).toHaveCount(1);
  const left = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().left);
  const before = await left();
  await page.mouse.move(700, 450);
  await page.mouse.down();
  await page.mouse.move(600, 450, { steps: 4 });
  await page.mouse.up();
  expect(await left()).toBeCloseTo(before - 100, 0);
  await expect(page.getByText("3 / 8")).toBeVisible();
  await page.mouse.dblclick(500, 400);
  await expect.poll(width).toBe(fitted);
});

test("zooming does not enlarge a small photo", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[4]?.id}`);
  await page.mouse.dblclick(720, 450);
  await expect(shownPhoto(page)).toHaveCSS("transform", "none");
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a swipe follows the finger to the next photo; a short one returns; the end resists", async ({
    page,
    gallery,
  }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
    const track = page.locator('[data-place="current"]').locator("..");
    const offset = () => track.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41);
    const touch = await touchOn(page);
    await touch.start([{ x: 300, y: 400 }]);
    await touch.move([{ x: 200, y: 400 }]);
    await expect.poll(offset).toBeCloseTo(-100, 0);
    await touch.move([{ x: 120, y: 400 }]);
    await touch.end();
    await expect(page.getByText("2 / 8")).toBeVisible();
    expect(await offset()).toBe(0);

    await touch.start([{ x: 200, y: 400 }]);
    // The speed is part of the gesture: this finger is slow.
    await page.waitForTimeout(200);
    await touch.move([{ x: 190, y: 400 }]);
    await touch.end();
    await expect.poll(offset).toBe(0);
    await expect(page.getByText("2 / 8")).toBeVisible();

    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("1 / 8")).toBeVisible();
    await touch.start([{ x: 100, y: 400 }]);
    await touch.move([{ x: 300, y: 400 }]);
    await expect.poll(offset).toBeCloseTo(50, 0);
    await touch.end();
    await expect.poll(offset).toBe(0);
    await expect(page.getByText("1 / 8")).toBeVisible();
  });

  test("a pinch zooms", async ({ page, gallery }) => {
    await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
    const width = () => shownPhoto(page).evaluate((photo) => photo.getBoundingClientRect().width);
    const fitted = await width();
    const touch = await touchOn(page);
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
  });
});

test("title and caption are under the photo; i shows all details; f enters full screen", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[0]?.id}`);
  const caption = page.getByText("Just after the rain", { exact: true });
  await expect(page.getByRole("heading", { name: "dawn", exact: true })).toBeVisible();
  await expect(caption.first()).toBeVisible();
  await expect(page.getByText("All Rights Reserved")).toBeHidden();
  await page.keyboard.press("i");
  await expect(page.getByText("All Rights Reserved")).toBeVisible();
  // In the details only: not twice on the screen.
  await expect(caption.filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("i");
  await expect(page.getByText("All Rights Reserved")).toBeHidden();
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Full screen" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Full screen" })).toHaveAttribute("aria-pressed", "false");
});

test("the controls fade when idle, return with the pointer, and stay while focused", async ({ page, gallery }) => {
  await page.clock.install();
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  const close = page.getByRole("link", { name: "Close" });
  const controls = close.locator("..");
  await page.clock.runFor(3_000);
  await expect(controls).toHaveCSS("opacity", "0");
  await page.mouse.move(300, 300);
  await expect(controls).toHaveCSS("opacity", "1");
  await page.keyboard.press("Tab");
  await page.clock.runFor(5_000);
  await expect(controls).toHaveCSS("opacity", "1");
});

test("the header cannot be reached while the viewer covers it", async ({ page, gallery }) => {
  await openPage(page, `${gallery.album.url}/photo/${gallery.photos[2]?.id}`);
  await expect(page.getByRole("link", { name: "HOME" })).toHaveCount(0);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("header") ?? null)).toBeNull();
  }
});
