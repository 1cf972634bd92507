/**
 * The promise: uploading 40 photos, in one form or by tus as the dialog does, takes at most 1.2 times as long as only making
 * their variants, and the server and its children together use at most 900 MB. Usage: npm run bench:upload [-- number of photos]
 */
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { API_PREFIX } from "../contract/endpoint.ts";
import { UPLOAD_VARIANTS } from "../contract/limits.ts";
import { createClient } from "../rig/client.ts";
import { makeCorpusApart } from "../rig/corpus.ts";
import { startInProcess } from "../rig/in-process.ts";
import { medianRatio } from "../rig/percentile.ts";
import { type Use, watchUse } from "../rig/processes.ts";
import { ensureProgram } from "../rig/programs.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { ADMIN } from "../rig/server-process.ts";
import type { FilesToSend, SendResult } from "./tus-client.ts";

const COUNT = Number(process.argv[2] ?? 40);
const ROUNDS = 5;
const WALL_BAR = 1.2;
const MEMORY_BAR_MB = 900;

const curl = await ensureProgram("curl", "curl");
const folder = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
const site = await startInProcess({ env: { ADMIN_PASSWORD: ADMIN.password } });
const tusClient = fork(new URL("./tus-client.ts", import.meta.url));
try {
  console.log(`Making ${COUNT} photos of 12 to 24 megapixels ...`);
  const photos = makeCorpusApart(folder, COUNT).map(({ path }) => path);
  const { token } = await createClient(site.url).call(login, { body: ADMIN });
  const admin = createClient(site.url, token);

  const makeVariants = () => Promise.all(photos.map((path) => site.images.make(path, UPLOAD_VARIANTS)));
  // A first round is not measured: a new process is still compiling its code.
  const { album } = await admin.call(createAlbum, { body: { title: "Bench", category: "urban" } });
  await upload(album.slug);
  await uploadByTus(album.slug);
  // Each upload runs between two runs of what it is compared with: the speed of a shared machine changes all the time.
  const alone = [(await watchUse(makeVariants)).use];
  const uploaded: Use[] = [];
  const resumable: Use[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    uploaded.push((await watchUse(() => upload(album.slug))).use);
    alone.push((await watchUse(makeVariants)).use);
    resumable.push((await watchUse(() => uploadByTus(album.slug))).use);
    alone.push((await watchUse(makeVariants)).use);
  }

  /** By another program, as a browser is: this process is what is measured. */
  async function upload(slug: string): Promise<void> {
    const files = photos.flatMap((path) => ["--form", `photos[]=@${path}`]);
    const url = `${site.url}${API_PREFIX}/admin/albums/${slug}/photos`;
    const authorization = ["--header", `authorization: Bearer ${token}`];
    const { stdout } = await promisify(execFile)(curl, ["--silent", ...authorization, ...files, url], {
      maxBuffer: 16 * 1024 * 1024,
    });
    if (!stdout.includes(`"${COUNT} photos uploaded"`)) throw new Error(stdout.slice(0, 1_000));
  }

  async function uploadByTus(album: string): Promise<void> {
    const files: FilesToSend = { url: site.url, token, album, photos };
    tusClient.send(files);
    const [result]: SendResult[] = await once(tusClient, "message");
    if (result?.error) throw new Error(result.error);
  }

  const row = (run: string, { cpuSeconds, wallSeconds, peakBytes }: Use) => ({
    run,
    "wall s": wallSeconds.toFixed(1),
    "cpu s": cpuSeconds.toFixed(1),
    "photos/s": (COUNT / wallSeconds).toFixed(2),
    "peak MB": Math.round(peakBytes / 1e6),
  });
  console.table([
    ...alone.map((use) => row("variants only", use)),
    ...uploaded.map((use) => row("form", use)),
    ...resumable.map((use) => row("tus", use)),
  ]);
  const aloneAt = (index: number) => alone[index]?.wallSeconds ?? Number.NaN;
  /** `first`: the run of only making variants that came before the first of these. */
  const ratioOf = (uses: Use[], first: number) =>
    medianRatio(
      uses.map(({ wallSeconds }) => wallSeconds),
      uses.map((_, round) => (aloneAt(first + 2 * round) + aloneAt(first + 2 * round + 1)) / 2),
    );
  const peakMb = Math.max(...[...uploaded, ...resumable].map(({ peakBytes }) => peakBytes)) / 1e6;
  report(`Uploading ${COUNT} photos`, [
    atMost("in one form, against only making the variants, median of rounds", ratioOf(uploaded, 0), WALL_BAR, RATIO),
    atMost("by tus, against only making the variants, median of rounds", ratioOf(resumable, 1), WALL_BAR, RATIO),
    atMost("peak memory of server, children and client", peakMb, MEMORY_BAR_MB, { unit: "MB" }),
  ]);
} finally {
  tusClient.kill();
  await site.stop();
  await rm(folder, { recursive: true });
}
