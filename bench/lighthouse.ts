import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type AdminAlbum, listAlbumPhotos } from "../contract/albums.ts";
import { HOME_KINDS } from "../contract/look.ts";
import { paths } from "../contract/paths.ts";
import { bulkPhotos } from "../contract/photos.ts";
import { getBatchStatus } from "../contract/pictures.ts";
import { updateSite } from "../contract/site.ts";
import { makeCorpus } from "../rig/corpus.ts";
import { type LighthouseReport, runLighthouse } from "../rig/lighthouse.ts";
import { median } from "../rig/percentile.ts";
import { atLeast, type Measure, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";
import { waitUntil } from "../rig/wait-until.ts";

const RUNS = 5;
/** Of each home page, which has one bar. */
const HOME_RUNS = 3;
const PAINT_MAX_MS = 1_600;
const PHOTOS = 60;
/** As large as a camera's, and more than a phone shows at first. The others only make the album long. */
const HEAVY_PHOTOS = 6;
/** Comes first: its medium size of 102 kB is typical (18 photographs had a median of 99 kB). */
const FIRST_PHOTO = "photo-004.jpg";

/**
 * The promise: an album scores these on a phone, and each home page shows its largest picture in time, with Lighthouse's own
 * throttling of network and processor.
 * npm run bench:lighthouse -- FOLDER does it with the photographs of a folder.
 */
const [photographs] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "vitrine-lighthouse-"));
const site = await startSite();
try {
  const album = await fillAlbum();
  const reports = await runs(album.url, RUNS);
  const score = (name: keyof LighthouseReport["categories"]) =>
    median(reports.map(({ categories }) => categories[name].score * 100));
  const shift = median(reports.map(({ audits }) => audits["cumulative-layout-shift"].numericValue));
  report(`Lighthouse, mobile, album of ${PHOTOS} photos, median of ${RUNS}`, [
    atLeast("performance", score("performance"), 95),
    atLeast("accessibility", score("accessibility"), 100),
    atLeast("best practices", score("best-practices"), 100),
    atLeast("SEO", score("seo"), 100),
    { name: "layout shift", figure: shift.toFixed(4), bar: "under 0.01", passed: shift < 0.01 },
    paint("largest paint", reports),
  ]);

  const homes: Measure[] = [];
  for (const kind of HOME_KINDS) {
    await site.admin.call(updateSite, { body: { home: { kind, album_id: album.id } } });
    homes.push(paint(kind, await runs(paths.home, HOME_RUNS)));
  }
  report(`Largest paint of the home pages, mobile, median of ${HOME_RUNS}`, homes);
} finally {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function runs(path: string, count: number): Promise<LighthouseReport[]> {
  const reports: LighthouseReport[] = [];
  for (let run = 0; run < count; run++) reports.push(await runLighthouse(site.url + path, join(folder, `${run}.json`)));
  return reports;
}

function paint(name: string, reports: LighthouseReport[]): Measure {
  const paintMs = median(reports.map(({ audits }) => audits["largest-contentful-paint"].numericValue));
  const figure = `${(paintMs / 1000).toFixed(2)} s`;
  return { name, figure, bar: "at most 1.60 s", passed: paintMs <= PAINT_MAX_MS };
}

async function fillAlbum(): Promise<AdminAlbum> {
  const album = await site.album("Sixty photos", { category: "urban", description: "What a phone has to load." });
  for (const path of photographs ? await jpegsIn(photographs) : await heavyPhotos())
    await upload(site.admin, album, [{ name: basename(path), bytes: await readFile(path) }]);
  const light = Array.from({ length: PHOTOS - HEAVY_PHOTOS }, (_, index) => ({ name: `more ${index}.jpg` }));
  for (let start = 0; start < light.length; start += 18) await site.photos(album, light.slice(start, start + 18));
  // Making them would take the processor from the browser.
  const areAllMade = async () => (await site.admin.call(getBatchStatus)).statistics.estimated_missing_variants === 0;
  await waitUntil("every size is made", areAllMade, 600_000);
  // For the home pages of one photograph and of several.
  const { photos } = await site.admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  const ids = photos.slice(0, HEAVY_PHOTOS).map(({ id }) => id);
  await site.admin.call(bulkPhotos, { body: { ids, action: "update", change: { featured: true } } });
  return album;
}

async function heavyPhotos(): Promise<string[]> {
  const corpus = await makeCorpus(join(folder, "corpus"), HEAVY_PHOTOS);
  const paths = corpus.map(({ path }) => path);
  return paths.sort((a, b) => Number(basename(b) === FIRST_PHOTO) - Number(basename(a) === FIRST_PHOTO));
}

async function jpegsIn(path: string): Promise<string[]> {
  const names = await readdir(path);
  return names.filter((name) => /\.jpe?g$/i.test(name)).map((name) => join(path, name));
}
