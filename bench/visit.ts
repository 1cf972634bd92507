import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { getDiskUse } from "../contract/pictures.ts";
import { makeCorpusApart } from "../rig/corpus.ts";
import { requestsPerSecond } from "../rig/load.ts";
import { median } from "../rig/percentile.ts";
import { processUse } from "../rig/processes.ts";
import { atMost, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { upload } from "../rig/upload.ts";
import { waitUntil } from "../rig/wait-until.ts";

/**
 * The promise: a visitor who opens an album and looks at twelve photographs costs the server at most 5 ms of CPU time. Prints what each
 * kind of response costs and weighs, and the disk space of a photo: docs/scale.md computes with these.
 */
const MAX_MS = 5;
const PHOTOS = 8;
const SEEN = 12;
const ROUNDS = 10;
const ROUND_MS = 600;
/** Not counted: the engine still compiles. */
const WARM_UP_ROUNDS = 3;
const MADE_WITHIN_MS = 10 * 60_000;

await using folder = await mkdtempDisposable(join(tmpdir(), "vitrine-visit-"));
const corpus = makeCorpusApart(folder.path, PHOTOS);
const site = await startSite();
try {
  const album = await site.album("Photographs", { category: "urban" });
  const files = corpus.map(({ path }) => ({ name: basename(path), bytes: readFileSync(path) }));
  const { body } = await upload(site.admin, album, files);
  const use = () => site.admin.call(getDiskUse);
  const isMade = async () =>
    (await use()).sizes.every(({ size, pictures }) => size === "original" || pictures >= PHOTOS);
  await waitUntil("all sizes are made", isMade, MADE_WITHIN_MS);

  const [photo] = body.photos;
  const paths = {
    "album page, brotli": album.url,
    "1200 px, AVIF": photo?.sources.avif.medium ?? "",
    "2400 px, AVIF": photo?.sources.avif.large ?? "",
    "1200 px, JPEG": photo?.image_urls.medium ?? "",
  };
  const micros = await costsOf(paths);
  for (const [what, path] of Object.entries(paths)) {
    const response = await fetch(site.url + path, { headers: { "accept-encoding": "br" } });
    const bytes = Number(response.headers.get("content-length"));
    await response.body?.cancel();
    console.log(
      `${what.padEnd(20)} ${(bytes / 1000).toFixed(0).padStart(5)} kB ${median(micros[what] ?? [])
        .toFixed(0)
        .padStart(6)} µs`,
    );
  }
  const { sizes, uploaded_bytes } = await use();
  const megabytes = (bytes: number) => (bytes / PHOTOS / 1e6).toFixed(2);
  const made = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `Each of ${PHOTOS} photos of 12 to 24 megapixels: ${megabytes(uploaded_bytes)} MB, its sizes ${megabytes(made)} MB`,
  );
  console.log(`Memory of the server process: ${((processUse(site.pid)?.residentBytes ?? 0) / 1e6).toFixed(0)} MB`);
  const ofVisit = (round: number) =>
    (micros["album page, brotli"]?.[round] ?? 0) + SEEN * (micros["1200 px, AVIF"]?.[round] ?? 0);
  const visits = Array.from({ length: ROUNDS }, (_, round) => ofVisit(round) / 1000);
  report(`CPU time of a visit: a page and ${SEEN} pictures, median of ${ROUNDS} rounds`, [
    atMost("from memory", median(visits), MAX_MS, { unit: "ms", digits: 2 }),
  ]);
} finally {
  await site.stop();
}

/** Microseconds of the server's CPU time per response, in rounds that take turns. */
async function costsOf(paths: Record<string, string>): Promise<Record<string, number[]>> {
  const costs: Record<string, number[]> = {};
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [what, path] of Object.entries(paths)) {
      const micros = await costOf(path);
      if (round >= 0) costs[what] = [...(costs[what] ?? []), micros];
    }
  }
  return costs;
}

async function costOf(path: string): Promise<number> {
  const cpuSeconds = () => processUse(site.pid)?.cpuSeconds ?? Number.NaN;
  const [before, startedAt] = [cpuSeconds(), performance.now()];
  const headers = () => "accept-encoding: br\r\nhost: bench.example";
  const perSecond = await requestsPerSecond({ url: site.url, path, connections: 8, durationMs: ROUND_MS, headers });
  return ((cpuSeconds() - before) * 1e6) / (perSecond * ((performance.now() - startedAt) / 1000));
}
