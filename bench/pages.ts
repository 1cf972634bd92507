import { join } from "node:path";
import { median, medianRatio, requestsPerSecond } from "../rig/load.ts";
import { type Measure, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { startBareRoutes } from "./start-bare-routes.ts";

const PHOTOS = 60;
const ROUNDS = 30;
const ROUND_MS = 400;
/** Rounds in which the engine still compiles. */
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

/** Against the same bytes from a route that does nothing else. */
async function measureCached(path: string, bareUrl: string): Promise<Measure> {
  const load = { connections: 32, durationMs: ROUND_MS, headers: () => "host: bench.example\r\naccept-encoding: br" };
  const [ours, bare] = await inTurns(
    () => requestsPerSecond({ ...load, url: site.url, path }),
    () => requestsPerSecond({ ...load, url: bareUrl, path: "/ready" }),
  );
  const ratio = medianRatio(ours, bare);
  return {
    name: `cached, brotli: ${perSecond(ours)} of ${perSecond(bare)} bare`,
    figure: ratio.toFixed(2),
    bar: `at least ${CACHED_MIN_RATIO}`,
    passed: ratio >= CACHED_MIN_RATIO,
  };
}

/**
 * Against routes that only render and send. A host that was not seen before makes a page that was not cached before.
 * The bar is for the page, head and data included; rendering a part of it is faster, and shown beside it.
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
    {
      name: `uncached: ${perSecond(ours)} of ${perSecond(page)} by renderToString of the page`,
      figure: ratio.toFixed(2),
      bar: `at least ${UNCACHED_MIN_RATIO}`,
      passed: ratio >= UNCACHED_MIN_RATIO,
    },
    {
      name: `uncached: ${perSecond(ours)} of ${perSecond(tree)} by renderToString of what is seen of it`,
      figure: medianRatio(ours, tree).toFixed(2),
      bar: "no bar",
      passed: true,
    },
  ];
}

/** In short turns, so that all see the same machine: its speed changes from one second to the next. */
async function inTurns<const T extends (() => Promise<number>)[]>(...measures: T) {
  const results = measures.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, measure] of measures.entries()) {
      const figure = await measure();
      if (round >= 0) results[index]?.push(figure);
    }
  }
  // As many as measures, in their order.
  return results as { [K in keyof T]: number[] };
}

function perSecond(figures: number[]): string {
  return `${Math.round(median(figures))}/s`;
}
