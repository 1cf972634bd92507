import { join } from "node:path";
import { type AdminAlbum, updateAlbum } from "../contract/albums.ts";
import { requestsPerSecond } from "../rig/load.ts";
import { median, medianRatio } from "../rig/percentile.ts";
import { atLeast, type Measure, RATIO, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { startBareRoutes } from "./start-bare-routes.ts";

const PHOTOS = 60;
const ROUNDS = 30;
const ROUND_MS = 400;
/** Not counted: the engine still compiles. */
const WARM_UP_ROUNDS = 5;
const CACHED_MIN_RATIO = 0.7;
/**
 * Ours also reads the album, with nothing left in memory since the edit. Of ten parts of its processor time, four are
 * React's, two head, data and their bytes, and four reading the album and the menu.
 */
const UNCACHED_MIN_RATIO = 0.5;
const UNCACHED_READS = 20;
/** What unauthenticated clients can ask for must cost little more than the cached page. */
const UNAUTHENTICATED_MIN_RATIO = 0.2;

const site = await startSite();
try {
  const album = await site.album("Sixty photos", { category: "urban" });
  for (let start = 0; start < PHOTOS; start += 20) {
    const names = Array.from({ length: 20 }, (_, index) => `photo ${start + index}.jpg`);
    await site.photos(
      album,
      names.map((name) => ({ name, width: 600, height: 400 })),
    );
  }
  const html = await (await site.visitor.fetch(album.url)).text();
  const bare = await startBareRoutes(html, join(site.dataDir, "bare"));
  try {
    report(`An album page of ${PHOTOS} photos, ${html.length} bytes, median of ${ROUNDS} rounds`, [
      await measureCached(album.url, bare.url),
      ...(await measureUncached(album, bare.url)),
      ...(await measureUnauthenticated(album.url)),
    ]);
  } finally {
    await bare.stop();
  }
} finally {
  await site.stop();
}

/** Against a route that does nothing but send the same bytes. */
async function measureCached(path: string, bareUrl: string): Promise<Measure> {
  const load = { connections: 32, durationMs: ROUND_MS, headers: () => "host: bench.example\r\naccept-encoding: br" };
  const [ours, bare] = await inTurns(
    () => requestsPerSecond({ ...load, url: site.url, path }),
    () => requestsPerSecond({ ...load, url: bareUrl, path: "/ready" }),
  );
  const ratio = medianRatio(ours, bare);
  const name = `cached, brotli: ${perSecond(ours)}, against ${perSecond(bare)} from a bare route`;
  return atLeast(name, ratio, CACHED_MIN_RATIO, RATIO);
}

/**
 * Against routes that only render and send. Before each request, also of those, the owner changes the album: no page is
 * cached, and all have waited equally long. The bar is for the whole page, head and data included. Rendering only the
 * visible part is faster; it is shown for comparison.
 */
async function measureUncached({ slug, url }: AdminAlbum, bareUrl: string): Promise<Measure[]> {
  let change = 0;
  const edit = () =>
    site.admin.call(updateAlbum, { params: { slug }, body: { description: `Change ${String(change++).padStart(6)}` } });
  const plain = (path: string) => () => readsPerSecond(bareUrl + path, edit);
  const [ours, page, tree] = await inTurns(() => readsPerSecond(site.url + url, edit), plain("/page"), plain("/tree"));
  const ratio = medianRatio(ours, page);
  return [
    atLeast(
      `uncached: ${perSecond(ours)}, against ${perSecond(page)} by renderToString of the whole page`,
      ratio,
      UNCACHED_MIN_RATIO,
      RATIO,
    ),
    {
      name: `uncached: ${perSecond(ours)}, against ${perSecond(tree)} by renderToString of its visible part`,
      figure: medianRatio(ours, tree).toFixed(2),
      bar: "no bar",
      passed: true,
    },
  ];
}

/** One at a time. What `before` does is not counted. */
async function readsPerSecond(url: string, before: () => Promise<unknown>): Promise<number> {
  let spentMs = 0;
  for (let read = 0; read < UNCACHED_READS; read++) {
    await before();
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
    await response.arrayBuffer();
    spentMs += performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  }
  return UNCACHED_READS / (spentMs / 1000);
}

/** A new host, or another spelling of the URL, for each request. */
async function measureUnauthenticated(path: string): Promise<Measure[]> {
  const load = { url: site.url, path, connections: 4, durationMs: ROUND_MS };
  const host = () => "host: bench.example";
  const [cached, hosts, spellings, missing] = await inTurns(
    () => requestsPerSecond({ ...load, headers: host }),
    () => requestsPerSecond({ ...load, headers: (n) => `host: h${n}-${Math.random()}.example` }),
    () => requestsPerSecond({ ...load, path: (n) => spelling(path, n), headers: host, status: 308 }),
    () => requestsPerSecond({ ...load, path: (n) => `/missing/${n}-${Math.random()}`, headers: host, status: 404 }),
  );
  const measure = (what: string, figures: number[]) =>
    atLeast(
      `${what}: ${perSecond(figures)}, against ${perSecond(cached)} for the cached page`,
      medianRatio(figures, cached),
      UNAUTHENTICATED_MIN_RATIO,
      RATIO,
    );
  return [
    measure("a new host each time", hosts),
    measure("another spelling each time", spellings),
    { ...measure("an unknown address each time", missing), bar: "no bar", passed: true },
  ];
}

/** Encodes the first letter, and those whose bit is set. */
function spelling(path: string, bits: number): string {
  return path.replace(/[a-z]/g, (letter, at) =>
    at === 1 || (bits >> (at % 16)) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
}

/** In short turns: the machine's speed changes from one second to the next, and all must see the same. */
async function inTurns<const T extends (() => Promise<number>)[]>(...measures: T) {
  const results = measures.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, measure] of measures.entries()) {
      const figure = await measure();
      if (round >= 0) results[index]?.push(figure);
    }
  }
  // One list per measure, in the same order.
  return results as { [K in keyof T]: number[] };
}

function perSecond(figures: number[]): string {
  return `${Math.round(median(figures))}/s`;
}
