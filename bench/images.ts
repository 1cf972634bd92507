import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import fastify from "fastify";
import sharp from "sharp";
import { median, medianRatio } from "../rig/load.ts";
import { plainFiles, startNginx } from "../rig/nginx.ts";
import { requestsPerSecond } from "../rig/wrk.ts";
import { readConfig } from "../server/config.ts";
import { variantKey } from "../server/library/keys.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { type Site, startSite } from "../server/start.ts";
import { createSeed } from "../server/testing/seed.ts";

/**
 * Hot: one thumb again and again, which Vitrine answers from memory after checking that it may be shown.
 * Cold: more thumbs than its memory holds, in turn, so that each is looked up and read.
 * Each figure is the median of short rounds that take turns: the machine's speed changes from one second to the next.
 */
const HOT_BAR = 0.33;
const COLD_BAR = 1;
const ROUNDS = 15;
const COLD_PHOTOS = 4_000;

const home = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
const images = startImages();
const log = fastify({ logger: { level: "silent" } }).log;
const site = await startSite(readConfig({ PORT: "0", DATA_DIR: home }), { images, log });
try {
  const paths = await makeThumbs(site);
  const root = join(home, "storage");
  const nginx = await startNginx(plainFiles(root));
  const plain = fastify();
  await plain.register(fastifyStatic, { root });
  const plainUrl = await plain.listen({ port: 0, host: "127.0.0.1" });

  const files = paths.map(({ file }) => file);
  const addresses = paths.map(({ address }) => address);
  const hot = await compare({
    vitrine: () => requestsPerSecond(site.url, addresses.slice(0, 1)),
    nginx: () => requestsPerSecond(nginx.url, files.slice(0, 1)),
    "@fastify/static": () => requestsPerSecond(plainUrl, files.slice(0, 1)),
  });
  const cold = await compare({
    vitrine: () => requestsPerSecond(site.url, addresses),
    nginx: () => requestsPerSecond(nginx.url, files),
    "@fastify/static": () => requestsPerSecond(plainUrl, files),
  });
  const medians = (figures: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(figures).map(([name, rounds]) => [name, Math.round(median(rounds))]));
  console.table({ hot: medians(hot), cold: medians(cold) });
  const passed = [
    report("a hot thumb, against nginx", medianRatio(hot.vitrine, hot.nginx), HOT_BAR),
    report("a cold thumb, against @fastify/static", medianRatio(cold.vitrine, cold["@fastify/static"]), COLD_BAR),
  ];
  process.exitCode = passed.every(Boolean) ? 0 : 1;
  await plain.close();
  await nginx.stop();
} finally {
  await site.stop();
  await images.close();
  await rm(home, { recursive: true, force: true });
}

/** Photos with a thumb of a usual size each, written straight to where uploads would put them. */
async function makeThumbs({ deps, ...rest }: Site): Promise<{ file: string; address: string }[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 16 } as const;
  const thumb = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#000", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  console.log(`${COLD_PHOTOS} thumbs of ${Math.round(thumb.length / 1024)} kB`);
  const album = await createSeed({ deps, ...rest }).album();
  const thumbs = await deps.db.transaction().execute(async (trx) => {
    const seed = createSeed({ deps: { ...deps, db: trx }, ...rest });
    const made = [];
    for (let count = 0; count < COLD_PHOTOS; count++) {
      const { id, internal_id } = await seed.photo({ album });
      const figures = { width: 300, height: 300, jpeg_bytes: thumb.length, avif_bytes: null };
      await trx
        .insertInto("variant")
        .values({ photo_id: id, size: "thumb", ...figures })
        .execute();
      made.push({
        file: `/${variantKey(internal_id, "thumb", "jpeg")}`,
        address: `/images/${internal_id}/thumb-1.jpg`,
      });
    }
    return made;
  });
  for (const { file } of thumbs) {
    const path = join(home, "storage", file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, thumb);
  }
  return thumbs;
}

/** The figures of all rounds, in their order. */
async function compare<Name extends string>(
  servers: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(servers) as Name[];
  const figures = Object.fromEntries(names.map((name): [string, number[]] => [name, []])) as Record<Name, number[]>;
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) figures[name].push(await servers[name]());
  }
  return figures;
}

function report(what: string, ratio: number, bar: number): boolean {
  const passed = ratio >= bar;
  console.log(`${passed ? "✓" : "✗"} ${what}: ${ratio.toFixed(2)} of its requests/s (bar ${bar})`);
  return passed;
}
