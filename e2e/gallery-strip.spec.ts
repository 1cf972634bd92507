import type { Page } from "@playwright/test";
import { expect, openPage, TEXTS, test, WIDTHS } from "./gallery.ts";

const STRIP = "[data-photo] >> nth=0 >> xpath=ancestor::div[1]";

for (const viewport of WIDTHS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("the strip is 85vh high, begins with the title, and shows whole photos in their aspect", async ({
      page,
      gallery,
    }) => {
      await openPage(page, gallery.album.url);
      const strip = page.locator(STRIP);
      const box = await strip.boundingBox();
      expect(box?.height).toBeCloseTo(viewport.height * 0.85, 0);
      const title = await page.getByRole("heading", { name: "Stone and Light" }).boundingBox();
      const frames = page.locator("[data-photo]");
      const first = await frames.first().boundingBox();
      expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(first?.x ?? 0);
      for (const [index, photo] of gallery.photos.entries()) {
        const frame = await frames.nth(index).boundingBox();
        const widest = viewport.width - (viewport.width <= 768 ? 32 : 80);
        const natural = Math.min(photo.height, viewport.height * 0.85) * (photo.width / photo.height);
        expect(frame?.width, photo.title).toBeCloseTo(Math.min(natural, widest), 0);
      }
    });

    test("the arrows advance by one photo, and the counter follows", async ({ page, gallery }) => {
      await openPage(page, gallery.album.url);
      const frames = page.locator("[data-photo]");
      const middle = async (index: number) => {
        const box = await frames.nth(index).boundingBox();
        return Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - viewport.width / 2);
      };
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => middle(0)).toBeLessThan(2);
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => middle(1)).toBeLessThan(2);
      await expect(page.getByText("2 / 8")).toBeVisible();
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => middle(0)).toBeLessThan(2);
      await page.getByRole("button", { name: "Scroll to the next photo" }).click();
      await expect.poll(() => middle(1)).toBeLessThan(2);
    });
  });
}

test("the wheel moves along, and is the page's own at the ends", async ({ page, gallery }) => {
  // A low window, where the page itself can scroll.
  await page.setViewportSize({ width: 1440, height: 400 });
  await openPage(page, gallery.album.url);
  const strip = page.locator(STRIP);
  const left = () => strip.evaluate((element) => element.scrollLeft);
  await page.mouse.move(700, 200);
  await page.mouse.wheel(0, 300);
  await expect.poll(left).toBe(300);
  await page.mouse.wheel(0, 20);
  await expect.poll(left).toBe(320);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await strip.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
  await page.mouse.wheel(0, -400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("pictures are fetched as they come near, the first one at once", async ({ page, gallery }) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const id = /\/images\/(\w+)\//.exec(request.url())?.[1];
    if (id) asked.add(id);
  });
  const idOf = (index: number) => gallery.photos[index]?.internal_id ?? "";
  await openPage(page, gallery.album.url);
  await expect.poll(() => asked.has(idOf(0))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(asked.has(idOf(7))).toBe(false);
  await page.locator(STRIP).evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect.poll(() => asked.has(idOf(7))).toBe(true);
  const lead = page.locator("[data-photo] img").first();
  await expect(lead).toHaveAttribute("fetchpriority", "high");
  await expect(lead).toHaveAttribute("loading", "eager");
  await expect(lead).toHaveAttribute("width", "2400");
  await expect(lead).toHaveAttribute("height", "1600");
});

test("the first picture is preloaded as the page itself asks for it, and fetched once", async ({ page, gallery }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/images/${gallery.photos[0]?.internal_id}/`)) asked.push(request.url());
  });
  await openPage(page, gallery.album.url);
  await page.waitForLoadState("networkidle");
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
  expect(asked).toEqual([`${gallery.url}/images/${gallery.photos[0]?.internal_id}/medium-1.avif`]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the first photograph has the line to itself; program and further photos come after it", async ({
    page,
    gallery,
  }) => {
    await waitWithoutLimit(page);
    const events: string[] = [];
    const note = (event: string, url: string) => {
      const photo = gallery.photos.findIndex(({ internal_id }) => url.includes(internal_id));
      if (photo >= 0) events.push(`photo ${photo + 1} ${event}`);
      if (url.includes("/gallery-client-") && url.endsWith(".js")) events.push(`program ${event}`);
    };
    page.on("request", (request) => note("asked for", request.url()));
    page.on("requestfinished", (request) => note("there", request.url()));

    await openPage(page, gallery.album.url);
    await expect.poll(() => events).toContain("photo 2 there");

    expect(events.slice(0, 4)).toEqual(["photo 1 asked for", "photo 1 there", "program asked for", "program there"]);
  });

  test("a photograph that is there before anything is painted is painted before the program is asked for", async ({
    page,
    gallery,
  }) => {
    await waitWithoutLimit(page);
    // Nothing is painted without styles. They come last here, and ask for much painting.
    const { promise: photoThere, resolve: noteThatPhotoIsThere } = Promise.withResolvers<void>();
    page.on("requestfinished", (request) => {
      if (request.url().includes("/images/")) noteThatPhotoIsThere();
    });
    await page.route("**/assets/*.css", async (route) => {
      const response = await route.fetch();
      await photoThere;
      await route.fulfill({ response, body: `${await response.text()} main { filter: ${"blur(50px) ".repeat(4)} }` });
    });
    await openPage(page, gallery.album.url);

    const program = await page.evaluate(
      () => performance.getEntriesByType("resource").find(({ name }) => /gallery-client-.*\.js$/.test(name))?.startTime,
    );
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    expect(paint).toBeGreaterThan(0);
    expect(program).toBeGreaterThan(paint ?? Infinity);
  });
});

/** Until the photograph is painted, however long that takes on a busy machine. */
async function waitWithoutLimit(page: Page) {
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => (ms < 2_000 ? real(work, ms) : 0)) as typeof setTimeout;
  });
}

test.describe("on a dense screen", () => {
  test.use({ deviceScaleFactor: 2 });

  test("the larger picture is chosen where the strip's height needs it, and nothing is enlarged", async ({
    page,
    gallery,
  }) => {
    await openPage(page, gallery.album.url);
    const shown = (index: number) =>
      page
        .locator("[data-photo]")
        .nth(index)
        .locator("picture img")
        .evaluate((img: HTMLImageElement) => img.currentSrc);
    await expect.poll(() => shown(0)).toContain("/large-1.avif");
    await expect(page.locator("[data-photo]").nth(4)).toHaveAttribute("id", `photo-${gallery.photos[4]?.id}`);
    const small = await page.locator("[data-photo]").nth(4).boundingBox();
    expect(small?.width).toBe(300);
  });
});

test("a picture that fails says so, and the strip goes on", async ({ page, gallery, faults }) => {
  await page.route(`**/images/${gallery.photos[1]?.internal_id}/**`, (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  await openPage(page, gallery.album.url);
  await expect(page.getByText("Image not available")).toBeVisible();
  await expect(page.locator("[data-photo]").first().locator("picture img")).toBeVisible();
  faults.length = 0;
});

type Shift = { value: number; moved: string[] };
type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

test("nothing shifts while an album loads, though the fonts come late", async ({ page, gallery }) => {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) {
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => node?.textContent ?? "") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const painted = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(gallery.album.url, { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType("paint").length)).toBeGreaterThan(0);
  painted.resolve();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);

  // What stands beside the site's name gives way by the few pixels that the name is wider in its own font.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  expect(shifts.filter(({ moved }) => moved.some((text) => text !== TEXTS.tagline))).toEqual([]);
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0001);
});

test("the strip stands where it was after a reload, and on the way back from another page", async ({
  page,
  gallery,
}) => {
  await openPage(page, gallery.album.url);
  const left = () => page.locator(STRIP).evaluate((element) => element.scrollLeft);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("3 / 8")).toBeVisible();
  // At rest: on a busy machine an earlier step may have come to its end, and been remembered, by itself.
  const remembered = () =>
    page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith("strip"))?.[1]);
  await expect.poll(async () => (await remembered()) === String(await left())).toBe(true);
  const before = await left();
  await page.reload();
  await expect.poll(left).toBe(before);
  await page.getByRole("banner").getByRole("link", { name: "CONTACT" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect.poll(left).toBe(before);
});

test("with reduced motion the strip moves at once", async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, gallery.album.url);
  await page.keyboard.press("ArrowRight");
  const offset = await page
    .locator("[data-photo]")
    .first()
    .evaluate((frame) => {
      const { left, width } = frame.getBoundingClientRect();
      return Math.abs(left + width / 2 - window.innerWidth / 2);
    });
  expect(offset).toBeLessThan(2);
});
