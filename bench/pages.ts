import { join } from "node:path";
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
const UNCACHED_MIN_RATIO = 0.8;

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
      ...(await measureUncached(album.url, bare.url)),
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
 * Against routes that only render and send. Each request names a new host, for which no page is cached yet.
 * The bar is for the whole page, head and data included. Rendering only the visible part is faster; it is shown for comparison.
 */
async function measureUncached(path: string, bareUrl: string): Promise<Measure[]> {
  const load = { connections: 4, durationMs: ROUND_MS };
  const plain = (path: string) => () =>
    requestsPerSecond({ ...load, url: bareUrl, path, headers: () => "host: bench.example" });
  let round = 0;
  const [ours, page, tree] = await inTurns(
    () => {
      round++;
      return requestsPerSecond({ ...load, url: site.url, path, headers: (n) => `host: h${round}-${n}.example` });
    },
    plain("/page"),
    plain("/tree"),
  );
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
