import { type Browser, chromium, type Page } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { paths } from "../contract/paths.ts";
import { ensureBrowser } from "../rig/browser.ts";
import { longestTask } from "../rig/main-thread.ts";
import { median, percentile } from "../rig/percentile.ts";
import { atMost, report } from "../rig/report.ts";
import { type RunningSite, startSite } from "../rig/server.ts";

/** The promise: an album of 300 photos on the table answers every move at once. */
const PHOTOS = 300;
const FRAMES_MAX = 1;
const SAVED_MAX_MS = 100;
const TASK_MAX_MS = 50;

const MOVES = 60;
const BATCH = 50;

type Move = { frames: number; shownMs: number; savedMs: number };

const site = await startSite();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const slug = await fillAlbum(site);
  const page = await openTable(browser, site, slug);
  // The programs and the first answers are warm, as after a minute's work.
  await page.evaluate(makeMoves, 10);
  const moves = await page.evaluate(makeMoves, MOVES);
  const moving = await longestTask(browser, page, async () => void (await page.evaluate(makeMoves, MOVES)));
  const dragging = await longestTask(browser, page, () => dragAcross(page));
  const scrolling = await longestTask(browser, page, async () => void (await page.evaluate(scrollBoth)));
  const zooming = await longestTask(browser, page, async () => void (await page.evaluate(zoomBoth)));

  const ms = { unit: "ms" };
  const saved = moves.map(({ savedMs }) => savedMs);
  report(`The table with ${PHOTOS} photos, ${MOVES} moves`, [
    atMost("frames until a move shows, the slowest", Math.max(...moves.map(({ frames }) => frames)), FRAMES_MAX),
    atMost("saved after a move, p95", percentile(saved, 95), SAVED_MAX_MS, ms),
    atMost("longest task while moving, CPU time", moving.processorMs, TASK_MAX_MS, ms),
    atMost("longest task while dragging, CPU time", dragging.processorMs, TASK_MAX_MS, ms),
    atMost("longest task while scrolling both, CPU time", scrolling.processorMs, TASK_MAX_MS, ms),
    atMost("longest task while zooming both, CPU time", zooming.processorMs, TASK_MAX_MS, ms),
  ]);
  console.log(`  the page has changed after (median, ms): ${median(moves.map(({ shownMs }) => shownMs)).toFixed(1)}`);
  console.log(`  saved (median, ms): ${median(saved).toFixed(1)}`);
} finally {
  await browser.close();
  await site.stop();
}

/** Landscapes and portraits, with their real pictures. */
async function fillAlbum({ album, photos }: RunningSite): Promise<string> {
  const created = await album("Bench");
  for (let start = 0; start < PHOTOS; start += BATCH) {
    const pictures = Array.from({ length: BATCH }, (_, index) => ({
      name: `photo ${start + index}.jpg`,
      ...(index % 3 === 2 ? { width: 800, height: 1200 } : { width: 1200, height: 800 }),
    }));
    await photos(created, pictures);
  }
  return created.slug;
}

async function openTable(browser: Browser, { url, admin }: RunningSite, slug: string): Promise<Page> {
  const localStorage = [{ name: ADMIN_TOKEN_KEY, value: admin.token ?? "" }];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(url + paths.admin.table(slug));
  await page.getByRole("listbox", { name: "Prints of Bench" }).focus();
  await page.waitForFunction(
    () => [...document.images].length > 10 && [...document.images].every((img) => img.complete),
  );
  return page;
}

/** By a step, and from one end to the other, in turns: then every piece moves. Runs in the page. */
async function makeMoves(count: number): Promise<Move[]> {
  const list = document.querySelector<HTMLElement>('[data-table-keys="prints"]');
  const state = document.querySelector<HTMLElement>("[data-state]");
  if (!list || !state) throw new Error("No table on the page");
  const nextFrame = () => new Promise(requestAnimationFrame);
  const place = () => list.querySelector('[aria-selected="true"]')?.getAttribute("aria-posinset");
  const saving = () => state.dataset.state === "saving";
  const settled = async () => {
    while (saving()) await nextFrame();
  };
  const keys = ["ArrowRight", "End", "Home", "ArrowRight", "End", "ArrowLeft", "Home"];
  const moves: { frames: number; shownMs: number; savedMs: number }[] = [];
  for (let index = 0; moves.length < count; index += 1) {
    await settled();
    await nextFrame();
    const before = place();
    const saved = new Promise<number>((resolve) => {
      let wasSaving = false;
      const observer = new MutationObserver(() => {
        wasSaving ||= saving();
        if (!wasSaving || saving()) return;
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(state, { attributes: true, attributeFilter: ["data-state"] });
    });
    const started = performance.now();
    const key = keys[index % keys.length] ?? "Home";
    list.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true, cancelable: true }));
    let frames = 0;
    let shownMs = 0;
    while (place() === before && frames < 60) {
      await nextFrame();
      frames += 1;
      shownMs = performance.now() - started;
    }
    if (frames === 60) throw new Error(`Nothing moved by ${key} from ${before}`);
    // The frame in which it is drawn.
    await nextFrame();
    moves.push({ frames: Math.max(1, frames), shownMs, savedMs: (await saved) - started });
  }
  return moves;
}

async function dragAcross(page: Page): Promise<void> {
  const box = await page.getByRole("listbox", { name: "Prints of Bench" }).boundingBox();
  if (!box) throw new Error("Not on screen");
  for (let round = 0; round < 5; round += 1) {
    await page.mouse.move(box.x + 80, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 700, box.y + 200, { steps: 40 });
    await page.mouse.up();
  }
}

/** End to end, and back. Runs in the page. */
async function scrollBoth(): Promise<void> {
  for (const list of document.querySelectorAll("[data-table-keys]")) {
    const scroller = list.parentElement;
    if (!scroller) throw new Error("Nothing to scroll");
    for (const direction of [1, -1]) {
      for (let before = -1; scroller.scrollTop + scroller.scrollLeft !== before; ) {
        before = scroller.scrollTop + scroller.scrollLeft;
        scroller.scrollBy(300 * direction, 120 * direction);
        await new Promise(requestAnimationFrame);
      }
    }
  }
}

/** As a trackpad pinches. Runs in the page. */
async function zoomBoth(): Promise<void> {
  for (const list of document.querySelectorAll("[data-table-keys]")) {
    for (const direction of [1, -1, -1, 1]) {
      for (let step = 0; step < 15; step += 1) {
        const wheel = { deltaY: 20 * direction, ctrlKey: true, bubbles: true, cancelable: true };
        list.dispatchEvent(new WheelEvent("wheel", wheel));
        await new Promise(requestAnimationFrame);
      }
    }
  }
}
