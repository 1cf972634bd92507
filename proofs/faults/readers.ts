import { getAlbum } from "../../contract/albums.ts";
import type { Client } from "../../rig/client.ts";
import { percentile } from "../../rig/percentile.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { SLUG } from "./ledger.ts";

const PAUSE_MS = 20;

/** How many milliseconds it took to read all of it. */
export async function timeRead(visitor: Client, path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await visitor.fetch(path);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`reading ${path} returned ${response.status}`);
  return performance.now() - startedAt;
}

/** A visitor who keeps reading pages, data and pictures, and times them. `stop` throws if anything was refused. */
export function readers({ visitor }: ServerProcess, limitMs?: number) {
  const times: number[] = [];
  let isStopped = false;
  const reading = (async () => {
    const { data } = await visitor.call(getAlbum, { params: { slug: SLUG } });
    const picture = data.photos[0]?.image_urls.thumb;
    const paths = ["/", "/urban", `/urban/${SLUG}`, `/api/v1/albums/${SLUG}`, ...(picture ? [picture] : [])];
    for (let turn = 0; !isStopped || times.length < paths.length; turn++) {
      times.push(await timeRead(visitor, paths[turn % paths.length] ?? "/"));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  // Awaited in `stop`, possibly long after it has failed.
  reading.catch(() => {});
  const slowestMs = () => Math.round(Math.max(...times));
  return {
    slowestMs,
    /** Describes the times, with a verdict if there is a limit. */
    async stop(): Promise<string> {
      isStopped = true;
      await reading;
      const p95 = Math.round(percentile(times, 95));
      const verdict = limitMs === undefined ? "" : ` (bar ${limitMs})${p95 > limitMs ? " FAIL" : ""}`;
      return `${times.length} reads, p95 ${p95} ms${verdict}, slowest ${slowestMs()} ms`;
    },
  };
}
