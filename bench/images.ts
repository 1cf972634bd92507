import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import fastify from "fastify";
import sharp from "sharp";
import { type InProcessSite, startInProcess } from "../rig/in-process.ts";
import { plainFiles, startNginx } from "../rig/nginx.ts";
import { median, medianRatio } from "../rig/percentile.ts";
import { atLeast, RATIO, report } from "../rig/report.ts";
import { createSeed } from "../rig/server/seed.ts";
import { requestsPerSecond } from "../rig/wrk.ts";
import { variantKey } from "../server/library/files/keys.ts";

/**
 * The promise: thumbnails are served at these fractions of what plain servers reach.
 * Hot: the same thumb every time, served from memory after checking that it may be shown, against a server that only sends
 * with the same bytes from memory. nginx is there for comparison: its figure differs between kinds of processors.
 * Cold: more thumbs than the memory holds, in turn, so that each is looked up and read.
 * Each figure is the median of short rounds that take turns: the machine's speed changes from one second to the next.
 */
const HOT_BAR = 0.85;
const COLD_BAR = 1;
const ROUNDS = 15;
const COLD_PHOTOS = 4_000;

const site = await startInProcess();
const root = join(site.dataDir, "storage");
try {
  const paths = await makeThumbs(site);
  const nginx = await startNginx(plainFiles(root));
  const bare = await startBare(await readFile(join(root, paths[0]?.file ?? "")));
  const plain = fastify();
  await plain.register(fastifyStatic, { root });
  const plainUrl = await plain.listen({ port: 0, host: "127.0.0.1" });

  const files = paths.map(({ file }) => file);
  const urls = paths.map(({ url }) => url);
  const hot = await compare({
    vitrine: () => requestsPerSecond(site.url, urls.slice(0, 1)),
    "node:http": () => requestsPerSecond(bare.url, urls.slice(0, 1)),
    nginx: () => requestsPerSecond(nginx.url, files.slice(0, 1)),
    "@fastify/static": () => requestsPerSecond(plainUrl, files.slice(0, 1)),
  });
  const cold = await compare({
    vitrine: () => requestsPerSecond(site.url, urls),
    nginx: () => requestsPerSecond(nginx.url, files),
    "@fastify/static": () => requestsPerSecond(plainUrl, files),
  });
  const medians = (figures: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(figures).map(([name, rounds]) => [name, Math.round(median(rounds))]));
  console.table({ hot: medians(hot), cold: medians(cold) });
  report("Requests per second, ratio", [
    atLeast("a hot thumb, against node:http", medianRatio(hot.vitrine, hot["node:http"]), HOT_BAR, RATIO),
    atLeast(
      "a cold thumb, against @fastify/static",
      medianRatio(cold.vitrine, cold["@fastify/static"]),
      COLD_BAR,
      RATIO,
    ),
  ]);
  await bare.stop();
  await plain.close();
  await nginx.stop();
} finally {
  await site.stop();
}

/** Sends the same bytes in response to everything. In this process, like our server. */
async function startBare(bytes: Buffer) {
  const headers = {
    "content-type": "image/jpeg",
    "content-length": bytes.length,
    "cache-control": "public, max-age=31536000, s-maxage=600, immutable",
    etag: '"thumb"',
  };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Photos with a thumb of typical size, written to where uploads would put them. */
async function makeThumbs({ deps, ...rest }: InProcessSite): Promise<{ file: string; url: string }[]> {
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
        url: `/images/${internal_id}/thumb-1.jpg`,
      });
    }
    return made;
  });
  for (const { file } of thumbs) {
    const path = join(root, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, thumb);
  }
  return thumbs;
}

/** The figures of all rounds, in order. */
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
