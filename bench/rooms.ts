import { type Browser, chromium } from "@playwright/test";
import { updateAlbum } from "../contract/albums.ts";
import { createRoom, type Room } from "../contract/rooms.ts";
import { ensureBrowser } from "../rig/browser.ts";
import { type LongestTask, longestTask } from "../rig/main-thread.ts";
import { makePicture } from "../rig/make-picture.ts";
import { median, medianRatio } from "../rig/percentile.ts";
import { insertRows, photoRow } from "../rig/photo-row.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { connectDatabase } from "../server/db/connect.ts";

/**
 * The promise: opening a viewing room, which is never cached, takes little longer than the same photos as a public album whose
 * page is not cached. With a watermark, too, once its pictures were made; and its grid scrolls without a long task.
 */
const PHOTOS = 500;
/** As many as a visitor sees first. Only these have files. */
const PICTURES = 12;
const ROUNDS = 40;
/** Not counted: the engine still compiles. */
const WARM_UP_ROUNDS = 20;
const MAX_RATIO = 1.5;
const LONG_TASK_MAX_MS = 50;
const SCROLLS = 3;
const STEP_PX = 800;
/** As long as a real one. */
const PLACEHOLDER = `data:image/webp;base64,${"UklGRkIAAABXRUJQVlA4".repeat(8)}`;

const site = await startSite();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const album = await site.album("Five hundred photos", { category: "urban" });
  const names = Array.from({ length: PICTURES }, (_, index) => ({
    name: `real ${index}.jpg`,
    width: 1800,
    height: 1200,
  }));
  const real = await site.photos(album, names);
  await fillUp(album);
  const make = async (given: { watermark?: string; download?: "original" }) => {
    const body = { title: "Five hundred", album_slug: album.slug, selection: true, ...given };
    return (await site.admin.call(createRoom, { body: { download: "none", ...body } })).room;
  };
  const room = await make({ download: "original" });
  const proofs = await make({ watermark: "Mira Holm" });
  const pictures = {
    album: real.map((photo) => photo.image_urls.medium),
    proofs: (await visitRoom(site, proofs).data()).data.photos
      .filter(({ title }) => title.startsWith("real"))
      .map((each) => each.image_urls.medium),
  };
  // The first visit, in which they are made.
  await timeOf(pictures.proofs);

  const times = { album: [], room: [], proofs: [], albumPictures: [], proofPictures: [] } as Record<string, number[]>;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    // No page is cached after a change.
    const description = `Change ${String(round).padStart(6)}`;
    await site.admin.call(updateAlbum, { params: { slug: album.slug }, body: { description } });
    const measured = {
      album: await timeOf([album.url]),
      room: await timeOf([room.url ?? ""]),
      proofs: await timeOf([proofs.url ?? ""]),
      albumPictures: await timeOf(pictures.album),
      proofPictures: await timeOf(pictures.proofs),
    };
    if (round < 0) continue;
    for (const [name, ms] of Object.entries(measured)) times[name]?.push(ms);
  }
  const of = (name: string) => times[name] ?? [];
  const ms = (name: string) => `${median(of(name)).toFixed(1)} ms`;
  const both = (page: string, pictures: string) => of(page).map((each, index) => each + (of(pictures)[index] ?? 0));
  const scrolls: LongestTask[] = [];
  for (let visit = 0; visit < SCROLLS; visit++) scrolls.push(await scrollGrid(browser, room));
  const tasks = scrolls.map(({ processorMs }) => processorMs);
  report(`A viewing room of ${PHOTOS} photos, median of ${ROUNDS} rounds`, [
    atMost(
      `opening it: ${ms("room")}, against ${ms("album")} for the public album, uncached`,
      medianRatio(of("room"), of("album")),
      MAX_RATIO,
      RATIO,
    ),
    atMost(
      `with a watermark, after the first visit: ${ms("proofs")}`,
      medianRatio(of("proofs"), of("album")),
      MAX_RATIO,
      RATIO,
    ),
    atMost(
      `with its first ${PICTURES} pictures: and ${ms("proofPictures")}, against ${ms("albumPictures")}`,
      medianRatio(both("proofs", "proofPictures"), both("album", "albumPictures")),
      MAX_RATIO,
      RATIO,
    ),
    atMost(
      `longest task while its grid scrolls from end to end, CPU time (all: ${tasks.map(Math.round).join(", ")})`,
      median(tasks),
      LONG_TASK_MAX_MS,
      { unit: "ms" },
    ),
  ]);
} finally {
  await browser.close();
  await site.stop();
}

async function fillUp({ id }: { id: number }): Promise<void> {
  const { db, close } = connectDatabase({ dataDir: site.dataDir, databaseUrl: undefined });
  const rows = Array.from({ length: PHOTOS - PICTURES }, (_, index) =>
    photoRow(new Date(), {
      album_id: id as never,
      title: `Photo ${index}`,
      placeholder: PLACEHOLDER,
      ...(index % 3 === 2 ? { width: 4000, height: 6000 } : { width: 6000, height: 4000 }),
    }),
  );
  await insertRows(db, rows);
  await close();
}

/** All of them at once, as a browser asks. */
async function timeOf(urls: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(site.url + url, { headers: { "accept-encoding": "br" } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${response.status} ${url}`);
    }),
  );
  return performance.now() - startedAt;
}

/** The same picture for every photo: this measures the page, not how pictures are made. */
async function scrollGrid(browser: Browser, { url }: Room): Promise<LongestTask> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const body = await makePicture({ width: 600, height: 400 });
  await page.route("**/images/**", (route) => route.fulfill({ contentType: "image/jpeg", body }));
  await page.goto(`${site.url}${url}?view=grid`);
  await page.locator("html[data-awake]").waitFor();
  const task = await longestTask(browser, page, async () => {
    await page.evaluate(async (stepPx) => {
      const end = document.documentElement.scrollHeight;
      for (let top = 0; top < end; top += stepPx) {
        window.scrollTo({ top, behavior: "instant" });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }, STEP_PX);
  });
  const last = await page.locator("[data-photo] img").last().isVisible();
  if (!last) throw new Error("the last photo was not seen");
  await page.goto("about:blank");
  await page.close();
  return task;
}
