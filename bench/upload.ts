/**
 * The promise: uploading 40 photos through HTTP, answers included, takes at most 1.2 times as long as making their
 * variants alone, and server and children together hold less than 900 MB. Usage: npm run bench:upload [-- how many]
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fastify from "fastify";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { API_PREFIX } from "../contract/endpoint.ts";
import { UPLOAD_VARIANTS } from "../contract/limits.ts";
import { createClient } from "../rig/client.ts";
import type { CorpusPhoto } from "../rig/corpus.ts";
import { medianRatio } from "../rig/load.ts";
import { type Use, watchUse } from "../rig/processes.ts";
import { ensureProgram } from "../rig/programs.ts";
import { report } from "../rig/report.ts";
import { readConfig } from "../server/config.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { startSite } from "../server/start.ts";

const COUNT = Number(process.argv[2] ?? 40);
const ROUNDS = 5;
const WALL_BAR = 1.2;
const MEMORY_BAR_MB = 900;
const ADMIN = { email: "admin@example.com", password: "correct horse battery" };

const curl = await ensureProgram("curl", "curl");
const folder = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
const images = startImages();
try {
  console.log(`Making ${COUNT} photos of 12 to 24 megapixels ...`);
  const painter = join(import.meta.dirname, "..", "rig", "corpus.ts");
  const made = execFileSync(process.execPath, [painter, join(folder, "photos"), String(COUNT)], { encoding: "utf8" });
  // What the painter prints.
  const photos = (JSON.parse(made) as CorpusPhoto[]).map(({ path }) => path);
  const config = readConfig({ PORT: "0", DATA_DIR: join(folder, "data"), ADMIN_PASSWORD: ADMIN.password });
  const site = await startSite(config, { images, log: fastify({ logger: { level: "error" } }).log });
  const { token } = await createClient(site.url).call(login, { body: ADMIN });
  const admin = createClient(site.url, token);

  // In turns, so that whatever else the machine does falls on both.
  const alone: Use[] = [];
  const uploaded: Use[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push((await watchUse(() => Promise.all(photos.map((path) => images.make(path, UPLOAD_VARIANTS))))).use);
    const { album } = await admin.call(createAlbum, { body: { title: `Round ${round}`, category: "urban" } });
    uploaded.push((await watchUse(() => upload(album.slug))).use);
  }
  await site.stop();

  /** By a program of its own, as a browser is: what is measured here is the server. */
  async function upload(slug: string): Promise<void> {
    const files = photos.flatMap((path) => ["--form", `photos[]=@${path}`]);
    const address = `${site.url}${API_PREFIX}/admin/albums/${slug}/photos`;
    const authorization = ["--header", `authorization: Bearer ${token}`];
    const { stdout } = await promisify(execFile)(curl, ["--silent", ...authorization, ...files, address], {
      maxBuffer: 16 * 1024 * 1024,
    });
    if (!stdout.includes(`"${COUNT} photos uploaded"`)) throw new Error(stdout.slice(0, 1_000));
  }

  const row = (run: string, { cpuSeconds, wallSeconds, peakBytes }: Use) => ({
    run,
    "wall s": wallSeconds.toFixed(1),
    "cpu s": cpuSeconds.toFixed(1),
    "photos/s": (COUNT / wallSeconds).toFixed(2),
    "peak MB": Math.round(peakBytes / 1e6),
  });
  console.table([...alone.map((use) => row("variants alone", use)), ...uploaded.map((use) => row("upload", use))]);
  const wall = medianRatio(
    uploaded.map(({ wallSeconds }) => wallSeconds),
    alone.map(({ wallSeconds }) => wallSeconds),
  );
  const peakMb = Math.max(...uploaded.map(({ peakBytes }) => peakBytes)) / 1e6;
  report(`Uploading ${COUNT} photos in one request`, [
    {
      name: "wall time, against making the variants alone, median of rounds",
      figure: wall.toFixed(2),
      bar: `at most ${WALL_BAR}`,
      passed: wall <= WALL_BAR,
    },
    {
      name: "peak memory of server and children, the client included",
      figure: `${Math.round(peakMb)} MB`,
      bar: `under ${MEMORY_BAR_MB} MB`,
      passed: peakMb < MEMORY_BAR_MB,
    },
  ]);
} finally {
  await images.close();
  await rm(folder, { recursive: true });
}
