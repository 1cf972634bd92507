import type { Page } from "@playwright/test";
import { expect, TEXTS, test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

const STRIP = "[data-strip]";

test("the strip is 85vh high, begins with the title, and shows photos uncropped", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  const strip = page.locator(STRIP);
  const box = await strip.boundingBox();
  expect(box?.height).toBeCloseTo(900 * 0.85, 0);
  const title = await page.getByRole("heading", { name: "Stone and Light" }).boundingBox();
  const frames = page.locator("[data-photo]");
  const first = await frames.first().boundingBox();
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(first?.x ?? 0);
  for (const [index, photo] of gallery.photos.entries()) {
    const link = await frames.nth(index).getByRole("link").boundingBox();
    const natural = Math.min(photo.height, 900 * 0.85) * (photo.width / photo.height);
    // A panorama has the strip's full height, however wide that makes it.
    const widest = photo.width / photo.height >= 2 ? Infinity : 1440 - 80;
    expect(link?.width, photo.title).toBeCloseTo(Math.min(natural, widest), 0);
    expect((link?.width ?? 0) / (link?.height ?? 1), photo.title).toBeCloseTo(photo.width / photo.height, 2);
  }
});

test("the arrow keys and buttons move by one photo, and the counter follows", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  const middle = (index: number) => distanceFromMiddle(page, index);
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

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} px every arrow changes the counter, up to the last photo`, async ({ page, gallery }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openPage(page, gallery.album.url);
    const counter = page.getByText(/^\d+(–\d+)? \/ 8$|^8 photos$/).filter({ visible: true });
    const next = page.getByRole("button", { name: "Scroll to the next photo" });
    const seen = [await counter.textContent()];
    // The panorama takes several steps, and the end of the album a last one.
    while ((await next.getAttribute("aria-disabled")) === null) {
      const before = await page.locator(STRIP).evaluate((strip) => strip.scrollLeft);
      await next.click();
      await expect.poll(() => page.locator(STRIP).evaluate((strip) => strip.scrollLeft)).toBeGreaterThan(before);
      const text = await counter.textContent();
      if (text !== seen.at(-1)) seen.push(text);
    }
    const numbers = seen.flatMap((text) => text?.match(/^[\d–]+(?= \/)/)?.[0].split("–") ?? []);
    expect(numbers.at(-1)).toBe("8");
    expect(numbers[0]).toBe("1");
    // The title is not the first photo. On a phone it shares a column with it.
    if (viewport.width > 768) expect(seen.slice(0, 2)).toEqual(["8 photos", "1 / 8"]);
    else expect(seen.slice(0, 2)).toEqual(["1 / 8", "2 / 8"]);
  });
}

test("arrows announce the photo they lead to", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  const spoken = page.getByRole("main").locator('[aria-live="polite"]');
  await page.keyboard.press("ArrowRight");
  await expect(spoken).toHaveText(`Photo 1 of 8, ${gallery.photos[0]?.title}`);
  await page.getByRole("button", { name: "Scroll to the next photo" }).click();
  await expect(spoken).toHaveText(`Photo 2 of 8, ${gallery.photos[1]?.title}`);
});

test("a focused photo is centred, and its ring lies on the picture", async ({ page, gallery }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openPage(page, gallery.album.url);
  const link = page.locator("[data-photo] a").nth(2);
  while (!(await link.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab");
  await expect.poll(() => distanceFromMiddle(page, 2)).toBeLessThan(2);
  const picture = await link.locator("img").boundingBox();
  expect(await link.boundingBox()).toEqual(picture);
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(1.5, 2);
  const ring = await link.evaluate((element) => {
    const { zIndex, borderTopWidth } = getComputedStyle(element, "::after");
    return { zIndex, borderTopWidth };
  });
  expect(ring).toEqual({ zIndex: "1", borderTopWidth: "2px" });
});

test("the buttons are two Tabs from the title, and photos follow", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Scroll to the next photo" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("[data-photo] a").first()).toBeFocused();
});

function distanceFromMiddle(page: Page, index: number): Promise<number> {
  return page
    .locator("[data-photo]")
    .nth(index)
    .evaluate((frame) => {
      const { left, width } = frame.getBoundingClientRect();
      return Math.abs(left + width / 2 - window.innerWidth / 2);
    });
}

test("the wheel scrolls the strip, and the page once the strip is at its end", async ({ page, gallery }) => {
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

test("pictures are fetched as they come near, the first one immediately", async ({ page, gallery }) => {
  const requested = new Set<string>();
  page.on("request", (request) => {
    const id = /\/images\/(\w+)\//.exec(request.url())?.[1];
    if (id) requested.add(id);
  });
  const idOf = (index: number) => gallery.photos[index]?.internal_id ?? "";
  await openPage(page, gallery.album.url);
  await expect.poll(() => requested.has(idOf(0))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(requested.has(idOf(7))).toBe(false);
  await page.locator(STRIP).evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect.poll(() => requested.has(idOf(7))).toBe(true);
  const lead = page.locator("[data-photo] img").first();
  await expect(lead).toHaveAttribute("fetchpriority", "high");
  await expect(lead).toHaveAttribute("loading", "eager");
  await expect(lead).toHaveAttribute("width", "2400");
  await expect(lead).toHaveAttribute("height", "1600");
});

test("the first picture is preloaded and fetched only once", async ({ page, gallery }) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/images/${gallery.photos[0]?.internal_id}/`)) requested.push(request.url());
  });
  await openPage(page, gallery.album.url);
  await page.waitForLoadState("networkidle");
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
  expect(requested).toEqual([`${gallery.url}/images/${gallery.photos[0]?.internal_id}/medium-1.avif`]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the first photograph is fetched alone, then the second, and the others after the program", async ({
    page,
    gallery,
  }) => {
    await removeWakeLimit(page);
    const events: string[] = [];
    const note = (event: string, url: string) => {
      const photo = gallery.photos.findIndex(({ internal_id }) => url.includes(internal_id));
      if (photo >= 0) events.push(`photo ${photo + 1} ${event}`);
      if (url.includes("/gallery-client-") && url.endsWith(".js")) events.push(`program ${event}`);
    };
    page.on("request", (request) => note("requested", request.url()));
    page.on("requestfinished", (request) => note("received", request.url()));

    await openPage(page, gallery.album.url);
    await expect.poll(() => events).toContain("photo 3 requested");

    expect(events.slice(0, 3)).toEqual(["photo 1 requested", "photo 1 received", "photo 2 requested"]);
    expect(events.indexOf("photo 3 requested")).toBeGreaterThan(events.indexOf("program received"));
  });

  test("a photograph that arrives before the first paint is painted before the program is fetched", async ({
    page,
    gallery,
  }) => {
    await removeWakeLimit(page);
    // Browsers paint nothing before the styles arrive. Here they come last, and make painting slow.
    const { promise: photoArrived, resolve: reportArrival } = Promise.withResolvers<void>();
    page.on("requestfinished", (request) => {
      if (request.url().includes("/images/")) reportArrival();
    });
    await page.route("**/assets/*.css", async (route) => {
      const response = await route.fetch();
      await photoArrived;
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

/** On a busy machine, painting may take longer than the page waits before it fetches the program anyway. */
async function removeWakeLimit(page: Page) {
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => (ms < 2_000 ? real(work, ms) : 0)) as typeof setTimeout;
  });
}

test.describe("on a dense screen", () => {
  test.use({ deviceScaleFactor: 2 });

  test("the browser picks the larger picture where it is needed, and nothing is enlarged", async ({
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

test("a picture that fails shows 'Image not available', and the others are unaffected", async ({
  page,
  gallery,
  faults,
}) => {
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

test("nothing shifts while an album loads, even when the fonts arrive late", async ({ page, gallery }) => {
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

  // Only the tagline moves, by the few pixels that the site's name is wider in its own font.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  expect(shifts.filter(({ moved }) => moved.some((text) => text !== TEXTS.tagline))).toEqual([]);
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0001);
});

/** Each load of an album remembers its own scroll position. */
const rememberedPlaces = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([key, place]) => (key.startsWith("strip") ? [Number(place)] : [])),
  );

test("the strip keeps its scroll position over a reload and after Back from another page", async ({
  page,
  gallery,
}) => {
  await openPage(page, gallery.album.url);
  const left = () => page.locator(STRIP).evaluate((element) => element.scrollLeft);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("3 / 8")).toBeVisible();
  // Wait until the last step has ended: on a busy machine an earlier one may be remembered first.
  await expect.poll(async () => (await rememberedPlaces(page)).includes(await left())).toBe(true);
  const before = await left();
  await page.reload();
  await expect.poll(left).toBe(before);
  await page.getByRole("banner").getByRole("link", { name: "CONTACT" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect.poll(left).toBe(before);
});

test("a fresh load opens at the title, and Back finds the place that was kept", async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, gallery.album.url);
  const left = () => page.locator(STRIP).evaluate((element) => element.scrollLeft);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Math.max(0, ...(await rememberedPlaces(page)))).toBeGreaterThan(0);
  await openPage(page, "/contact");
  await openPage(page, gallery.album.url);
  expect(await left()).toBe(0);
  await expect(page.getByText("8 photos").filter({ visible: true })).toBeVisible();

  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await rememberedPlaces(page)).includes(await left())).toBe(true);
  const before = await left();
  await openPage(page, "/contact");
  await page.goBack();
  await expect.poll(left).toBe(before);
});

test("with reduced motion the strip jumps without animation", async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, gallery.album.url);
  await page.keyboard.press("ArrowRight");
  expect(await distanceFromMiddle(page, 0)).toBeLessThan(2);
});
