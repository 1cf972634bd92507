import type { Page } from "@playwright/test";
import { updateAlbum } from "../contract/albums.ts";
import type { AlbumLayout } from "../contract/limits.ts";
import { getSequence, type Panel, saveSequence } from "../contract/sequences.ts";
import { trashPhoto } from "../contract/trash.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, type Shape, test } from "./gallery.ts";
import { readShifts, recordShifts } from "./layout-shifts.ts";
import { openPage } from "./open-page.ts";

const LANDSCAPE: Shape = [900, 600];
const WIDE: Shape = [960, 540];
const PORTRAIT: Shape = [600, 900];
const SQUARE: Shape = [600, 600];

const SHAPES = [
  ...[LANDSCAPE, PORTRAIT, WIDE, WIDE, PORTRAIT, SQUARE, LANDSCAPE],
  ...[PORTRAIT, PORTRAIT, PORTRAIT, LANDSCAPE, WIDE, LANDSCAPE, SQUARE],
];
const COUNT = SHAPES.length;
const HEADING = "Before anyone is up";
const BODY = "The lake is loudest in the half hour before the sun reaches it.";

/** By the places of the photos: a pair, a triptych without gaps, two texts and two pauses. */
const LINE = [
  [0],
  [1, 2],
  "text",
  [3, 4, 5],
  "full",
  [6],
  "half",
  [7],
  [8, 9],
  "heading",
  [10],
  [11],
  [12],
  [13],
] as const;

const WIDTHS = [
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const it = test.extend<{ sequence: { url: string; ids: number[]; setLayout: (layout: AlbumLayout) => Promise<void> } }>(
  {
    sequence: async ({ gallery: { admin }, makeAlbum }, use) => {
      const { url, photos } = await makeAlbum({ title: "A sequence", description: BODY, shapes: SHAPES });
      const params = { slug: url.slice(url.lastIndexOf("/") + 1) };
      const panels = LINE.map((panel): Panel => {
        if (panel === "text") return { kind: "text", heading: HEADING, body: BODY };
        if (panel === "heading") return { kind: "text", heading: "Home", body: "" };
        if (panel === "half" || panel === "full") return { kind: "pause", width: panel };
        const photo_ids = panel.flatMap((place) => photos[place]?.id ?? []);
        return { kind: "photos", photo_ids, gap: photo_ids.length === 3 ? 0 : 10 };
      });
      const { sequence } = await admin.call(getSequence, { params, query: {} });
      const { version_id, revision } = sequence;
      await admin.call(saveSequence, { params, body: { version_id, revision, panels } });
      await use({
        url,
        ids: photos.map(({ id }) => id),
        setLayout: async (layout) => void (await admin.call(updateAlbum, { params, body: { layout } })),
      });
    },
  },
);

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number };

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as Box));

/** The photos that are beside each other in the line, in the order of the album. */
async function groupsOf(page: Page): Promise<Box[][]> {
  const boxes = await boxesOf(page, "[data-photo] a");
  return LINE.flatMap((panel) =>
    typeof panel === "string" || panel.length === 1 ? [] : [panel.flatMap((place) => boxes[place] ?? [])],
  );
}

function expectWhole(boxes: Box[]) {
  expect(boxes).toHaveLength(COUNT);
  for (const [index, [width, height]] of SHAPES.entries()) {
    const box = boxes[index] as Box;
    expect(Math.abs(box.width - (box.height * width) / height), `photo ${index + 1}`).toBeLessThan(1);
  }
}

const differenceOf = (values: number[]) => Math.max(...values) - Math.min(...values);

it("photos of a panel are of one height on screens of every width, side by side or in a column", async ({
  page,
  sequence,
}) => {
  await openPage(page, sequence.url);
  for (const viewport of WIDTHS) {
    await test.step(`at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      const isUpright = viewport.width <= 768;
      const strip = (await boxesOf(page, "[data-strip]"))[0] as Box;
      const boxes = await boxesOf(page, "[data-photo] a");
      expectWhole(boxes);
      for (const box of boxes) expect(box.bottom).toBeLessThanOrEqual(strip.bottom + 0.5);
      for (const group of await groupsOf(page)) {
        expect(differenceOf(group.map(({ height }) => height))).toBeLessThan(0.5);
        const gap = group.length === 3 ? 0 : 10;
        for (const [index, box] of group.entries()) {
          const next = group[index + 1];
          if (!next) continue;
          expect(isUpright ? next.top - box.bottom : next.left - box.right).toBeCloseTo(gap, 0);
          expect(isUpright ? next.left - box.left : next.top - box.top).toBeCloseTo(0, 0);
        }
        const width = Math.max(...group.map(({ right }) => right)) - Math.min(...group.map(({ left }) => left));
        expect(width).toBeLessThanOrEqual(viewport.width - 32);
      }
      const [text] = await boxesOf(page, "[data-text]");
      const beside = boxes.filter(({ left, right }) => left < (text?.right ?? 0) && right > (text?.left ?? 0));
      expect(beside, "a text is a column of its own").toEqual([]);
      const pauses = (await boxesOf(page, "[data-pause]")).map(({ width }) => width / viewport.width);
      if (isUpright) for (const width of pauses) expect(width).toBeLessThan(0.3);
      else expect(pauses.map((width) => Math.round(10 * width) / 10)).toEqual([1, 0.5]);
    });
  }
});

it("arrows stop at panels, the counter counts photos, and the viewer goes through photos", async ({
  page,
  sequence,
}) => {
  await openPage(page, sequence.url);
  const spoken = page.getByRole("main").locator('[aria-live="polite"]');
  const counter = page.getByText(/^[\d–]+ \/ 14$/).filter({ visible: true });
  const stops = [
    [/^Photo 1 of 14/, "1 / 14"],
    [/^Photos 2 to 3 of 14/, "2–3 / 14"],
    [new RegExp(`^${HEADING}. ${BODY}$`), "2–3 / 14"],
    [/^Photos 4 to 6 of 14/, "4–6 / 14"],
    [/^Pause$/, "4–6 / 14"],
    [/^Photo 7 of 14/, "7 / 14"],
    [/^Photo 8 of 14/, "8 / 14"],
    [/^Photos 9 to 10 of 14/, "9–10 / 14"],
    [/^Home$/, "9–10 / 14"],
    [/^Photo 11 of 14/, "11 / 14"],
  ] as const;
  for (const [text, count] of stops) {
    await page.keyboard.press("ArrowRight");
    await expect(spoken).toHaveText(text);
    await expect(counter).toHaveText(count);
  }
  await expectAccessible(page);

  await test.step("the viewer shows the photos of a pair one after the other, and the strip those last viewed", async () => {
    await page.keyboard.press("Home");
    await page.locator("[data-photo] a").nth(1).click();
    await expect(page).toHaveURL(`${sequence.url}/photo/${sequence.ids[1]}`);
    for (const index of [2, 3, 4]) {
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(`${sequence.url}/photo/${sequence.ids[index]}`);
    }
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-photo]").nth(4)).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator("[data-photo]").nth(4).getByRole("link")).toBeFocused();
  });

  await test.step("a photo's own page leads to the whole line", async () => {
    await openPage(page, `${sequence.url}/photo/${sequence.ids[9]}`);
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-gap]")).toHaveCount(3);
    await expect(page.locator("[data-photo]").nth(9)).toBeInViewport({ ratio: 0.9 });
  });
});

it("an overview of more than twelve photos opens by key and button, and leads to one of them", async ({
  page,
  gallery,
  sequence,
}) => {
  await openPage(page, sequence.url);
  const overview = page.getByRole("dialog", { name: "Overview" });
  const photos = overview.getByRole("listitem").getByRole("button");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("o");
  await expect(photos).toHaveCount(COUNT);
  await expect(photos.nth(1)).toBeFocused();
  await expect(photos.nth(1)).toHaveAttribute("aria-current");
  await expect(photos.last()).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(overview).toBeHidden();
  await expect(page.getByText("4–6 / 14")).toBeVisible();
  await expect(page.locator("[data-photo] a").nth(3)).toBeFocused();

  await test.step("on a phone, one tap leads there", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Overview" }).click();
    const boxes = await photos.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as Box));
    expectWhole(boxes);
    await photos.nth(10).click();
    await expect(overview).toBeHidden();
    await expect(page.locator("[data-photo] a").nth(10)).toBeInViewport({ ratio: 0.9 });
  });

  await test.step("Escape and O close it where the strip was", async () => {
    const left = () => page.locator("[data-strip]").evaluate((strip) => strip.scrollLeft);
    const before = await left();
    for (const key of ["Escape", "o"]) {
      await page.keyboard.press("o");
      await expect(overview).toBeVisible();
      await page.keyboard.press(key);
      // The browser hides it a moment before the page hears of it, and until then the key O finds it open.
      await expect(page.getByRole("dialog", { name: "Overview", includeHidden: true })).toHaveCount(0);
    }
    expect(await left()).toBe(before);
  });

  await test.step("an album of few photos has none", async () => {
    await openPage(page, gallery.album.url);
    await expect(page.getByRole("button", { name: "Scroll to the next photo" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Overview" })).toHaveCount(0);
    await page.keyboard.press("o");
    await expect(overview).toHaveCount(0);
  });
});

for (const layout of ["scroll", "grid"] as const) {
  it(`as ${layout}, photos are whole, fill the page and open the viewer, which leads back to its photo`, async ({
    page,
    sequence,
  }) => {
    await sequence.setLayout(layout);
    await recordShifts(page);
    await openPage(page, sequence.url);
    for (const frame of await page.locator("[data-photo]").all()) await frame.scrollIntoViewIfNeeded();
    await expect(page.locator("[data-photo] img").last()).toHaveJSProperty("complete", true);
    // A window that changes its size moves everything.
    const shifts = await readShifts(page);
    expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.001);
    for (const viewport of WIDTHS) {
      await test.step(`at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        const boxes = await boxesOf(page, "[data-photo] a");
        expectWhole(boxes);
        for (const group of await groupsOf(page)) {
          expect(differenceOf(group.map(({ height }) => height))).toBeLessThan(0.5);
          expect(differenceOf(group.map(({ top }) => top))).toBeLessThan(0.5);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        if (layout === "grid") expectRows(boxes, viewport);
        else expectColumn(boxes, viewport);
      });
    }
    await test.step("the viewer leads back", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const place = () => page.evaluate(() => window.scrollY);
      const frame = (index: number) => page.locator("[data-photo]").nth(index);
      await frame(6).evaluate((element) => element.scrollIntoView({ block: "center" }));
      const before = await place();
      await frame(6).locator("a").click();
      await expect(page).toHaveURL(`${sequence.url}/photo/${sequence.ids[6]}`);
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(sequence.url);
      expect(await place()).toBe(before);
      await frame(6).locator("a").click();
      for (const _ of [7, 8, 9, 10, 11, 12]) await page.keyboard.press("ArrowRight");
      await expect(page).toHaveURL(`${sequence.url}/photo/${sequence.ids[12]}`);
      await page.keyboard.press("Escape");
      await expect(frame(12).locator("a")).toBeInViewport({ ratio: 1 });
      await expect(frame(12).locator("a")).toBeFocused();
    });
    await expectAccessible(page);
  });
}

it("in each layout nothing shifts and axe finds nothing, on a phone and on a desktop", async ({ page, sequence }) => {
  await recordShifts(page);
  for (const layout of ["strip", "scroll", "grid"] as const) {
    await sequence.setLayout(layout);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await test.step(`${layout} at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        await openPage(page, sequence.url);
        for (const frame of await page.locator("[data-photo]").all()) await frame.scrollIntoViewIfNeeded();
        await expect(page.locator("[data-photo] img").last()).toHaveJSProperty("complete", true);
        expect(await readShifts(page)).toEqual([]);
        await expectAccessible(page);
      });
    }
  }
});

it("thirteen photos have an overview, twelve have none", async ({ page, gallery, sequence }) => {
  const control = page.getByRole("button", { name: "Overview" });
  for (const [count, has] of [
    [13, 1],
    [12, 0],
  ] as const) {
    await gallery.admin.call(trashPhoto, { params: { id: sequence.ids[count] ?? 0 } });
    await openPage(page, sequence.url);
    await expect(page.locator("[data-photo]")).toHaveCount(count);
    await expect(page.getByRole("button", { name: "Scroll to the next photo" })).toBeVisible();
    await expect(control).toHaveCount(has);
  }
});

/** Every row ends at the edge of the page, unless it would be higher than the window. */
function expectRows(boxes: Box[], { width, height }: { width: number; height: number }) {
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
  const edge = width <= 768 ? 0 : 32;
  for (const row of rows.values()) {
    expect(differenceOf(row.map((box) => box.height))).toBeLessThan(0.5);
    const rowHeight = row[0]?.height ?? 0;
    expect(rowHeight).toBeLessThanOrEqual(Math.max(height - 128, 320) + 0.5);
    if (rowHeight > Math.max(height - 128, 320) - 1) continue;
    expect(Math.min(...row.map(({ left }) => left))).toBeCloseTo(edge, 0);
    expect(Math.max(...row.map(({ right }) => right))).toBeCloseTo(width - edge, 0);
  }
}

/** One below the other, as wide as the measure, the window or their pixels allow. */
function expectColumn(boxes: Box[], { width, height }: { width: number; height: number }) {
  const highest = Math.max(height - 128, 320);
  const measure = Math.min(width <= 768 ? width : width - 64, 1.5 * highest);
  for (const panel of LINE) {
    if (typeof panel === "string" || panel.length > 1) continue;
    const [place] = panel;
    const [pixels, pixelsHigh] = SHAPES[place] as Shape;
    const widest = Math.min(measure, pixels, (highest * pixels) / pixelsHigh);
    expect(boxes[place]?.width, `photo ${place + 1}`).toBeCloseTo(widest, 0);
    const before = boxes[place - 1];
    if (before) expect(boxes[place]?.top).toBeGreaterThan(before.bottom + 9);
  }
}

it("without JavaScript every layout has the photos, the texts and no overview", async ({
  browser,
  gallery,
  sequence,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: gallery.url });
  const page = await context.newPage();
  for (const layout of ["strip", "scroll", "grid"] as const) {
    await test.step(layout, async () => {
      await sequence.setLayout(layout);
      await page.goto(sequence.url);
      const boxes = await boxesOf(page, "[data-photo] a");
      expectWhole(boxes);
      await expect(page.locator("[data-photo] img")).toHaveCount(COUNT);
      for (const group of await groupsOf(page)) expect(differenceOf(group.map((box) => box.height))).toBeLessThan(0.5);
      await expect(page.getByRole("heading", { name: HEADING })).toBeVisible();
      await expect(page.getByText(BODY)).toHaveCount(2);
      await expect(page.getByRole("button", { name: "Overview" })).toBeHidden();
      await page.locator("[data-photo] a").nth(4).click();
      await expect(page).toHaveURL(`${sequence.url}/photo/${sequence.ids[4]}`);
    });
  }
  await context.close();
});
