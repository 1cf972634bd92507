import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { ensureBrowser } from "../rig/browser.ts";
import { startInProcess } from "../rig/in-process.ts";
import { type LongestTask, longestTask } from "../rig/main-thread.ts";
import { median } from "../rig/percentile.ts";
import { atMost, type Measure, report } from "../rig/report.ts";
import { createSeed } from "../rig/server/seed.ts";

const PHOTOS = 1_000;
const STEP_PX = 4_000;
const LOADED_MAX = 40;
const LONG_TASK_MAX_MS = 100;
const VISITS = 5;
/** An ordinary long album on a slow phone. */
const WAKING = { photos: 300, cpuSlowdown: 4, longTaskMaxMs: 50 };

type Visit = { hydrating: LongestTask; scrolling: LongestTask; mostLoaded: number; seen: number };

/** The promise: an album of a thousand photos scrolls end to end, faster than a wheel would, within these bars. */
const site = await startInProcess();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const path = await seedAlbum(PHOTOS);
  const longAlbum = await seedAlbum(WAKING.photos);
  const visits: Visit[] = [];
  const wakings: LongestTask[] = [];
  for (let count = 0; count < VISITS; count++) {
    visits.push(await visit(browser, path));
    wakings.push(await wake(browser, longAlbum));
  }
  const mostLoaded = Math.max(...visits.map((visit) => visit.mostLoaded));
  const seen = Math.min(...visits.map((visit) => visit.seen));
  report(`The strip with ${PHOTOS} photos, scrolled end to end, ${VISITS} visits`, [
    { name: "photos seen at the end", figure: `${seen}`, bar: `${PHOTOS}`, passed: seen === PHOTOS },
    atMost("most pictures on the page at a time", mostLoaded, LOADED_MAX),
    longestTaskMeasure(
      "longest task while it hydrates",
      visits.map(({ hydrating }) => hydrating),
    ),
    longestTaskMeasure(
      "longest task while scrolling",
      visits.map(({ scrolling }) => scrolling),
    ),
    longestTaskMeasure(
      `longest task while ${WAKING.photos} photos wake, processor ${WAKING.cpuSlowdown} times slower`,
      wakings,
      WAKING.longTaskMaxMs,
    ),
  ]);
} finally {
  await browser.close();
  await site.stop();
}

async function visit(browser: Browser, path: string): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await servePictures(page);
  const hydrating = await longestTask(browser, page, async () => {
    await page.goto(site.url + path);
    await page.evaluate(stepToSecond);
  });
  let through = { mostLoaded: 0, seen: 0 };
  const scrolling = await longestTask(browser, page, async () => {
    through = await scrollThrough(page);
  });
  await page.close();
  return { hydrating, scrolling, ...through };
}

/** From the moment the program arrives until the last photo responds. What the page does before is measured elsewhere. */
async function wake(browser: Browser, path: string): Promise<LongestTask> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await servePictures(page);
  const painted = Promise.withResolvers<void>();
  await page.route("**/assets/gallery-client-*.js", async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(site.url + path, { waitUntil: "load" });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: WAKING.cpuSlowdown });
  const task = await longestTask(browser, page, async () => {
    painted.resolve();
    await page.evaluate(lastPhotoIsAwake);
  });
  await page.close();
  return task;
}

/** React marks each element that it has hydrated. */
async function lastPhotoIsAwake(): Promise<void> {
  const last = document.querySelector("[data-photo]:last-child a");
  if (!last) throw new Error("No photo on the page");
  while (!Object.keys(last).some((key) => key.startsWith("__react"))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function seedAlbum(photos: number): Promise<string> {
  const seed = createSeed(site);
  const album = await seed.album({ title: `An album of ${photos} photos` });
  const blurred = await sharp({ create: { width: 16, height: 11, channels: 3, background: "#776655" } })
    .webp()
    .toBuffer();
  const placeholder = `data:image/webp;base64,${blurred.toString("base64")}`;
  for (let index = 0; index < photos; index++) {
    // Landscape and portrait, as in a real album.
    const size = index % 3 === 2 ? { width: 2000, height: 3000 } : { width: 3000, height: 2000 };
    await seed.photo({ album, title: `Photo ${index + 1}`, placeholder, ...size });
  }
  return album.url;
}

/**
 * The same picture for every photo, of a typical 108 kB: this measures the page, not how pictures are made.
 */
async function servePictures(page: Page): Promise<void> {
  const noise = { type: "gaussian", mean: 128, sigma: 8 } as const;
  const body = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "#000", noise } })
    .jpeg()
    .toBuffer();
  await page.route("**/images/**", (route) => route.fulfill({ contentType: "image/jpeg", body }));
}

/**
 * Clicks the arrow until the second photo is in the middle, which works once React has hydrated. Runs in the page: finding
 * the arrow by role among so many elements would itself be a long task.
 */
async function stepToSecond(): Promise<void> {
  const next = document.querySelector<HTMLElement>("[aria-label='Scroll to the next photo']");
  const counter = next?.parentElement?.previousElementSibling;
  // On the title it says "1000 photos".
  while (Number(/^(\d+) \//.exec(counter?.textContent ?? "")?.[1] ?? 0) < 2) {
    next?.click();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The median: other programs disturb single visits. */
function longestTaskMeasure(name: string, tasks: LongestTask[], maxMs = LONG_TASK_MAX_MS): Measure {
  const all = tasks.map(({ processorMs }) => processorMs);
  return atMost(`${name} (all: ${all.map(Math.round).join(", ")})`, median(all), maxMs, { unit: "ms" });
}

async function scrollThrough(page: Page): Promise<{ mostLoaded: number; seen: number }> {
  return page.evaluate(async (stepPx) => {
    const strip = document.querySelector("[data-photo]")?.closest("ol")?.parentElement;
    if (!strip) throw new Error("No strip on the page");
    let mostLoaded = 0;
    const end = strip.scrollWidth - strip.clientWidth;
    for (let left = 0; left < end + stepPx; left += stepPx) {
      strip.scrollTo({ left, behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 50));
      mostLoaded = Math.max(mostLoaded, document.querySelectorAll("[data-photo] picture").length);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const last = document.querySelector("[data-photo]:last-child picture img");
    const seen = last ? document.querySelectorAll("[data-photo]").length : 0;
    return { mostLoaded, seen };
  }, STEP_PX);
}
