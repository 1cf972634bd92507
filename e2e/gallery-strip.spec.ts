import type { Page } from "@playwright/test";
import { expect, TEXTS, test } from "./gallery.ts";
import { readShifts, recordShifts } from "./layout-shifts.ts";
import { openPage } from "./open-page.ts";

const STRIP = "[data-strip]";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("arrows, buttons, Tab and the wheel move the strip", async ({ page, gallery }) => {
  await openPage(page, gallery.album.url);
  const strip = page.locator(STRIP);
  const left = () => strip.evaluate((element) => element.scrollLeft);
  const middle = (index: number) => distanceFromMiddle(page, index);
  const next = page.getByRole("button", { name: "Scroll to the next photo" });

  await test.step("it is 85vh high, begins with the title, and shows photos uncropped", async () => {
    const box = await strip.boundingBox();
    expect(box?.height).toBeCloseTo(900 * 0.85, 0);
    const title = await page.getByRole("heading", { name: "Stone and Light" }).boundingBox();
    const links = await page
      .locator("[data-photo] a")
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
    expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(links[0]?.x ?? 0);
    for (const [index, photo] of gallery.photos.entries()) {
      const link = links[index];
      const natural = Math.min(photo.height, 900 * 0.85) * (photo.width / photo.height);
      // A panorama has the strip's full height, however wide that makes it.
      const widest = photo.width / photo.height >= 2 ? Infinity : 1440 - 80;
      expect(link?.width, photo.title).toBeCloseTo(Math.min(natural, widest), 0);
      expect((link?.width ?? 0) / (link?.height ?? 1), photo.title).toBeCloseTo(photo.width / photo.height, 2);
    }
  });

  await test.step("arrow keys and buttons move by one photo, announce it, and the counter follows", async () => {
    const spoken = page.getByRole("main").locator('[aria-live="polite"]');
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => middle(0)).toBeLessThan(2);
    await expect(spoken).toHaveText(`Photo 1 of 8, ${gallery.photos[0]?.title}`);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => middle(1)).toBeLessThan(2);
    await expect(page.getByText("2 / 8")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => middle(0)).toBeLessThan(2);
    await next.click();
    await expect.poll(() => middle(1)).toBeLessThan(2);
    await expect(spoken).toHaveText(`Photo 2 of 8, ${gallery.photos[1]?.title}`);
    await strip.evaluate((element) => {
      const pressLeft = () =>
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", cancelable: true }));
      pressLeft();
      // The browser announces the end of the movement before a moment late, possibly between two presses.
      element.dispatchEvent(new Event("scrollend"));
      pressLeft();
    });
    await expect.poll(left).toBe(0);
    await expect(page.getByRole("button", { name: "Scroll to the previous photo" })).toHaveAttribute("aria-disabled");
  });

  await test.step("Home and End move to its ends, and say where that is", async () => {
    const spoken = page.getByRole("main").locator('[aria-live="polite"]');
    await page.keyboard.press("End");
    await expect
      .poll(() => strip.evaluate((element) => element.scrollWidth - element.clientWidth - element.scrollLeft))
      .toBeLessThan(2);
    await expect(spoken).toHaveText("End of the album. Next album: Birds");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(spoken).toHaveText("Photo 7 of 8, square, An empty square at noon");
    await page.keyboard.press("Home");
    await expect.poll(left).toBe(0);
    await expect(spoken).toHaveText("Stone and Light");
  });

  await test.step("the buttons are two Tabs from the title, and photos follow", async () => {
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(next).toBeFocused();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip the photos" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: /^Next album/ })).toBeFocused();
    await skip.focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("[data-photo] a").first()).toBeFocused();
  });

  await test.step("a focused photo is centred, and its ring lies on the picture", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const link = page.locator("[data-photo] a").nth(2);
    while (!(await link.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab");
    await expect.poll(() => middle(2)).toBeLessThan(2);
    const picture = await link.locator("img").boundingBox();
    expect(await link.boundingBox()).toEqual(picture);
    expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(1.5, 2);
    const ring = await link.evaluate((element) => {
      const { zIndex, borderTopWidth } = getComputedStyle(element, "::after");
      return { zIndex, borderTopWidth };
    });
    expect(ring).toEqual({ zIndex: "1", borderTopWidth: "2px" });
  });

  await test.step("the wheel scrolls the strip, and the page once the strip is at its end", async () => {
    // A low window, where the page itself can scroll.
    await page.setViewportSize({ width: 1440, height: 400 });
    await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect.poll(left).toBe(0);
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
});

test("with reduced motion the strip jumps, and every arrow changes the counter, up to the last photo", async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, gallery.album.url);
  await page.keyboard.press("ArrowRight");
  expect(await distanceFromMiddle(page, 0)).toBeLessThan(2);

  const left = () => page.locator(STRIP).evaluate((strip) => strip.scrollLeft);
  const counter = page.getByText(/^\d+(–\d+)? \/ 8$|^8 photos$/).filter({ visible: true });
  const next = page.getByRole("button", { name: "Scroll to the next photo" });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 2560, height: 1440 },
    { width: 390, height: 844 },
  ]) {
    await test.step(`at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      await page.locator(STRIP).evaluate((strip) => strip.scrollTo({ left: 0, behavior: "instant" }));
      // The title is not the first photo. On a phone it shares a column with it.
      const first = viewport.width > 768 ? ["8 photos", "1 / 8"] : ["1 / 8", "2 / 8"];
      await expect(counter).toHaveText(first[0] ?? "");
      const seen = [await counter.textContent()];
      // The panorama takes several steps, and the end of the album a last one.
      while ((await next.getAttribute("aria-disabled")) === null) {
        const before = await left();
        await next.click();
        await expect.poll(left).toBeGreaterThan(before);
        await followed(page);
        const text = await counter.textContent();
        if (text !== seen.at(-1)) seen.push(text);
      }
      const numbers = seen.flatMap((text) => text?.match(/^[\d–]+(?= \/)/)?.[0].split("–") ?? []);
      expect(numbers.at(-1)).toBe("8");
      expect(numbers[0]).toBe("1");
      expect(seen.slice(0, 2)).toEqual(first);
    });
  }
});

/** A jump is there at once; counter and buttons follow when the browser announces it, in the next frame. */
async function followed(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

function distanceFromMiddle(page: Page, index: number): Promise<number> {
  return page
    .locator("[data-photo]")
    .nth(index)
    .evaluate((frame) => {
      const { left, width } = frame.getBoundingClientRect();
      return Math.abs(left + width / 2 - window.innerWidth / 2);
    });
}

test("pictures are fetched as they come near; the first one is preloaded, and fetched only once", async ({
  page,
  gallery,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/images/")) requested.push(request.url());
  });
  const requestsOf = (index: number) =>
    requested.filter((url) => url.includes(`/images/${gallery.photos[index]?.internal_id}/`));
  await openPage(page, gallery.album.url);
  await page.waitForLoadState("networkidle");
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
  expect(requestsOf(0)).toEqual([`${gallery.url}/images/${gallery.photos[0]?.internal_id}/medium-1.avif`]);
  expect(requestsOf(7)).toEqual([]);
  await page.locator(STRIP).evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
  await expect.poll(() => requestsOf(7).length).toBeGreaterThan(0);
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

test("nothing shifts while an album loads, even when the fonts arrive late", async ({ page, gallery }) => {
  await recordShifts(page);
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
  const shifts = await readShifts(page);
  expect(shifts.filter(({ moved }) => moved.some((text) => text !== TEXTS.tagline))).toEqual([]);
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0001);
});

/** Each load of an album remembers its own scroll position. */
const rememberedPlaces = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([key, place]) => (key.startsWith("strip") ? [Number(place)] : [])),
  );

test("a reload and Back find the strip's scroll position; a fresh load opens at the title", async ({
  page,
  gallery,
}) => {
  await openPage(page, gallery.album.url);
  const left = () => page.locator(STRIP).evaluate((element) => element.scrollLeft);
  const followContact = async () => {
    await page.getByRole("banner").getByRole("link", { name: "CONTACT" }).click();
    await expect(page).toHaveURL("/contact");
  };
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("3 / 8")).toBeVisible();
  // Wait until the last step has ended: on a busy machine an earlier one may be remembered first.
  await expect.poll(async () => (await rememberedPlaces(page)).includes(await left())).toBe(true);
  const before = await left();
  await page.reload();
  await expect.poll(left).toBe(before);
  await page.locator("html[data-awake]").waitFor();
  await followContact();
  await page.goBack();
  await expect.poll(left).toBe(before);

  await test.step("a fresh load opens at the title", async () => {
    await followContact();
    await openPage(page, gallery.album.url);
    expect(await left()).toBe(0);
    await expect(page.getByText("8 photos").filter({ visible: true })).toBeVisible();
  });

  await test.step("Back from a page that was loaded in full finds the place, too", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("ArrowRight");
    await expect.poll(left).toBeGreaterThan(0);
    await expect.poll(async () => (await rememberedPlaces(page)).includes(await left())).toBe(true);
    const kept = await left();
    await openPage(page, "/contact");
    await page.goBack();
    await expect.poll(left).toBe(kept);
  });
});
