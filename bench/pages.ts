import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import { startSite } from "../e2e/server.ts";
import { median, requestsPerSecond } from "./load.ts";
import { report } from "./report.ts";

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
  const bare = await startBareRoutes(html);
  try {
    const cached = await measureCached(album.url, bare.url);
    const uncached = await measureUncached(album.url, bare.url);
    report(`An album page of ${PHOTOS} photos, ${html.length} bytes, median of ${ROUNDS} rounds`, [cached, uncached]);
  } finally {
    await bare.stop();
  }
} finally {
  await site.stop();
}

/** Against the same bytes from a route that does nothing else. */
async function measureCached(path: string, bareUrl: string) {
  const load = { connections: 32, durationMs: ROUND_MS, headers: () => "host: bench.example\r\naccept-encoding: br" };
  const { ours, yardstick, ratio } = await inTurns(
    () => requestsPerSecond({ ...load, url: site.url, path }),
    () => requestsPerSecond({ ...load, url: bareUrl, path: "/ready" }),
  );
  return {
    name: `cached, brotli: ${ours}/s of ${yardstick}/s bare`,
    figure: ratio.toFixed(2),
    bar: `at least ${CACHED_MIN_RATIO}`,
    passed: ratio >= CACHED_MIN_RATIO,
  };
}

/** Against a route that only renders and sends. A host that was not seen before makes a page that was not cached before. */
async function measureUncached(path: string, bareUrl: string) {
  const load = { connections: 4, durationMs: ROUND_MS };
  let round = 0;
  const { ours, yardstick, ratio } = await inTurns(
    () => {
      round++;
      return requestsPerSecond({ ...load, url: site.url, path, headers: (n) => `host: h${round}-${n}.example` });
    },
    () => requestsPerSecond({ ...load, url: bareUrl, path: "/rendered", headers: () => "host: bench.example" }),
  );
  return {
    name: `uncached: ${ours}/s of ${yardstick}/s by renderToString in a bare route`,
    figure: ratio.toFixed(2),
    bar: `at least ${UNCACHED_MIN_RATIO}`,
    passed: ratio >= UNCACHED_MIN_RATIO,
  };
}

/** In short turns, so that both see the same machine: its speed changes from one second to the next. */
async function inTurns(measureOurs: () => Promise<number>, measureYardstick: () => Promise<number>) {
  const ours: number[] = [];
  const yardstick: number[] = [];
  const ratios: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const pair = [await measureOurs(), await measureYardstick()] as const;
    if (round < 0) continue;
    ours.push(pair[0]);
    yardstick.push(pair[1]);
    ratios.push(pair[0] / pair[1]);
  }
  return {
    ours: Math.round(median(ours)),
    yardstick: Math.round(median(yardstick)),
    ratio: median(ratios),
  };
}

async function startBareRoutes(html: string) {
  const files = [join(site.dataDir, "page.br"), join(site.dataDir, "page.json")] as const;
  // As compact as ours, so that both send the same number of bytes.
  await writeFile(files[0], brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  await writeFile(files[1], /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-route.ts"), ...files], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(createInterface(child.stdout), "line");
  return {
    url: String(url),
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
