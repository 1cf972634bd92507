import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import type { PageData } from "../contract/pages.ts";
import { startSite } from "../e2e/server.ts";
import { loadWebBuild } from "../server/pages/web-build.ts";
import { median, requestsPerSecond } from "./load.ts";
import { report } from "./report.ts";

const PHOTOS = 60;
const ROUNDS = 5;
const ROUND_MS = 2_000;
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
  const cached = await measureCached(album.url, html);
  const uncached = await measureUncached(album.url, html);
  report(`An album page of ${PHOTOS} photos, ${html.length} bytes, median of ${ROUNDS} rounds`, [cached, uncached]);
} finally {
  await site.stop();
}

/** Against the same bytes from a route that does nothing else, in turns, so that both see the same machine. */
async function measureCached(path: string, html: string) {
  const bare = await startBareRoute(html);
  const load = { connections: 32, durationMs: ROUND_MS, headers: () => "host: bench.example\r\naccept-encoding: br" };
  try {
    const ours: number[] = [];
    const yardstick: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await requestsPerSecond({ ...load, url: site.url, path }));
      yardstick.push(await requestsPerSecond({ ...load, url: bare.url, path: "/" }));
    }
    const ratio = median(ours) / median(yardstick);
    return {
      name: `cached, brotli: ${Math.round(median(ours))}/s of ${Math.round(median(yardstick))}/s bare`,
      figure: ratio.toFixed(2),
      bar: `at least ${CACHED_MIN_RATIO}`,
      passed: ratio >= CACHED_MIN_RATIO,
    };
  } finally {
    await bare.stop();
  }
}

/** Against rendering alone. A host that was not seen before makes a page that was not cached before. */
async function measureUncached(path: string, html: string) {
  const { gallery } = await loadWebBuild();
  const embedded = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const page: PageData = JSON.parse(embedded);
  const served: number[] = [];
  const rendered: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    served.push(
      await requestsPerSecond({
        url: site.url,
        path,
        connections: 4,
        durationMs: ROUND_MS,
        headers: (request) => `host: h${round}-${request}.example`,
      }),
    );
    rendered.push(rendersPerSecond(() => gallery.renderPage(page)));
  }
  const ratio = median(served) / median(rendered);
  return {
    name: `uncached: ${Math.round(median(served))}/s of ${Math.round(median(rendered))}/s by renderToString alone`,
    figure: ratio.toFixed(2),
    bar: `at least ${UNCACHED_MIN_RATIO}`,
    passed: ratio >= UNCACHED_MIN_RATIO,
  };
}

function rendersPerSecond(render: () => string): number {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < ROUND_MS) {
    render();
    count++;
  }
  return count / ((performance.now() - startedAt) / 1000);
}

async function startBareRoute(html: string) {
  const file = join(site.dataDir, "bare-page.br");
  // As compact as ours, so that both send the same number of bytes.
  await writeFile(file, brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-route.ts"), file], {
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
