import pg from "pg";
import { processUse } from "../../rig/processes.ts";
import { atMost, type Measure, RATIO, report } from "../../rig/report.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { stoppable } from "../../rig/stoppable.ts";
import { type Cluster, createCluster, type Engines, query } from "./cluster.ts";
import { explainPages } from "./explain-pages.ts";
import { ALBUMS, fillLibrary } from "./fill-library.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const REQUESTS = 30;
const REQUESTS_FOR_IDS = 5;
const ROUNDS = 6;
const BAR = 1.5;

/** A node, and a connection to its database. */
type Pages = { node: ServerProcess; database: pg.Client };
type Site = Pages & AsyncDisposable & { cluster: Cluster };
type Page = { name: string; path: (request: number) => string; afterChange: boolean };

const PAGES: Page[] = [
  { name: "public album, 60 photos", path: (n) => `/api/v1/albums/album-${n % ALBUMS}`, afterChange: true },
  { name: "category page, 50 albums", path: () => "/urban", afterChange: true },
  {
    name: "first admin page, 100 photos",
    path: () => "/api/v1/admin/photos?limit=100&deleted=false",
    afterChange: false,
  },
  {
    name: "the same just after a change",
    path: () => "/api/v1/admin/photos?limit=100&deleted=false",
    afterChange: true,
  },
  {
    name: "a page of 5,000 ids for the grid",
    path: () => "/api/v1/admin/photos/ids?limit=5000&deleted=false",
    afterChange: false,
  },
];

/** The CPU time of node and PostgreSQL together per page, in a library of a million photos against one of 10,000. */
export async function measureMillion(engines: Engines): Promise<void> {
  await using small = await openSite(engines, SMALL);
  await using large = await openSite(engines, LARGE);
  await comparePages(small, large);
  await explainPages(large.cluster.env.DATABASE_URL);
}

async function comparePages(small: Pages, large: Pages): Promise<void> {
  const measures: Measure[] = [];
  for (const page of PAGES) {
    const costs: [number, number][] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const pair: [number, number] = [await costOf(small, page), await costOf(large, page)];
      // Not counted: the engine compiles and PostgreSQL fills its caches.
      if (round >= 0) costs.push(pair);
    }
    const [inSmall, inLarge] = [least(costs.map(([cost]) => cost)), least(costs.map(([, cost]) => cost))];
    const ratio = inLarge / inSmall;
    const figures = `${inSmall.toFixed(2)} ms and ${inLarge.toFixed(2)} ms`;
    measures.push(atMost(`${page.name} (${figures})`, ratio, BAR, RATIO));
  }
  const ids = { name: "ids", path: () => "/api/v1/admin/photos/ids?deleted=false", afterChange: false };
  const [fewIds, allIds] = [await costOf(small, ids, REQUESTS_FOR_IDS), await costOf(large, ids, REQUESTS_FOR_IDS)];
  report(`CPU time per response among ${LARGE} photos, against ${SMALL}`, measures);
  console.log(
    `All ids in one response, which the grid does not request (no bar): ${fewIds.toFixed()} ms, ${allIds.toFixed()} ms`,
  );
}

/** Other programs on the machine can only add time. */
const least = (values: number[]) => Math.min(...values);

async function openSite(engines: Engines, photos: number): Promise<Site> {
  const cluster = await createCluster(engines);
  const node = await cluster.startNode();
  const startedAt = performance.now();
  await fillLibrary(cluster.env.DATABASE_URL, photos);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const [size] = await query(cluster.env.DATABASE_URL, "select pg_database_size(current_database()) as bytes");
  console.log(`${photos} photos created in ${seconds} s; the database has ${Math.round(Number(size?.bytes) / 1e6)} MB`);
  const database = new pg.Client({ connectionString: cluster.env.DATABASE_URL });
  await database.connect();
  // Parallel workers come and go, and could not be counted.
  await database.query(`alter database ${database.database} set max_parallel_workers_per_gather = 0`);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const stop = async () => {
    await database.end();
    await cluster.stop();
  };
  return stoppable({ cluster, node, database, stop });
}

async function costOf(site: Pages, { path, afterChange }: Page, requests = REQUESTS): Promise<number> {
  const before = await cpuSeconds(site);
  for (let request = 1; request <= requests; request++) {
    if (afterChange) await invalidate(site);
    await ask(site, path(request));
  }
  let seconds = 0;
  // The pool opens and closes connections. Those that ended were idle, and new ones started at zero.
  for (const [pid, after] of await cpuSeconds(site)) seconds += after - (before.get(pid) ?? 0);
  return seconds * (1000 / requests);
}

async function ask({ node }: Pages, path: string): Promise<void> {
  const response = await node.admin.fetch(path);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
}

/** As if another node had changed something: invalidates every cache. */
async function invalidate({ database }: Pages): Promise<void> {
  await database.query("select pg_notify('library_changed', 'proof')");
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** By process: the node, and each of its database connections. */
async function cpuSeconds({ node, database }: Pages): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return new Map([node.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, processUse(pid)?.cpuSeconds ?? 0]));
}
