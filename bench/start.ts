import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../rig/percentile.ts";
import { processUse } from "../rig/processes.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { spawnServer } from "../rig/server-process.ts";

const ROUNDS = 7;
const MAX_RATIO = 0.7;

await using folder = await mkdtempDisposable(join(tmpdir(), "vitrine-start-"));
const cache = join(folder.path, "cache");
// The first start makes the library, the second reads it; both fill the cache.
for (const _ of ["make", "read"]) await startSeconds(cache);

const withCache: number[] = [];
const without: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  withCache.push(await startSeconds(cache));
  // Node takes this for no cache at all.
  without.push(await startSeconds(""));
}
const figures = `${median(withCache).toFixed(2)} s against ${median(without).toFixed(2)} s`;
report(`CPU time of the server's start, median of ${ROUNDS}`, [
  atMost(`with compiled code kept, ${figures} without`, median(withCache) / median(without), MAX_RATIO, RATIO),
]);

/** CPU time until the server is ready for requests. */
async function startSeconds(NODE_COMPILE_CACHE: string): Promise<number> {
  await using server = await spawnServer(join(folder.path, "data"), { NODE_COMPILE_CACHE });
  const use = processUse(server.pid);
  if (!use) throw new Error("the server runs, so it uses the processor");
  return use.cpuSeconds;
}
