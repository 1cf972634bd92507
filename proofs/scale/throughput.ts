import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAlbum } from "../../contract/albums.ts";
import { getBatchStatus, startBatch } from "../../contract/pictures.ts";
import type { Client } from "../../rig/client.ts";
import type { CorpusPhoto } from "../../rig/corpus.ts";
import { median } from "../../rig/load.ts";
import { report } from "../../rig/report.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { batchEnded, SLUG } from "../faults/ledger.ts";
import { createCluster, type Engines } from "./cluster.ts";

const PHOTOS = 40;
const ROUNDS = 3;
const BAR = 1.7;

/**
 * How long the pictures of 40 photographs take to be made anew, by one node and by two, each on a core of its own. Taken in
 * turns, so that what else the machine does meets both alike.
 */
export async function measureThroughput(engines: Engines): Promise<void> {
  const cluster = await createCluster(engines);
  try {
    const first = await cluster.startNode(0);
    await uploadCorpus(first.admin);
    const alone: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await secondsOfBatch(first));
      const second = await cluster.startNode(1);
      together.push(await secondsOfBatch(first));
      second.signal("SIGTERM");
      await second.ended;
    }
    const ratio = median(alone) / median(together);
    console.log(`one node ${describe(alone)}, two nodes ${describe(together)}`);
    report("Throughput of a batch", [
      {
        name: `two nodes against one, ${PHOTOS} photos`,
        figure: ratio.toFixed(2),
        bar: `>= ${BAR}`,
        passed: ratio >= BAR,
      },
    ]);
  } finally {
    await cluster.stop();
  }
}

const describe = (seconds: number[]) => `${seconds.map((value) => value.toFixed(1)).join(", ")} s`;

async function secondsOfBatch(node: ServerProcess): Promise<number> {
  const startedAt = performance.now();
  await node.admin.call(startBatch, { body: { force: true, missing_only: false } });
  await batchEnded(node);
  const seconds = (performance.now() - startedAt) / 1000;
  const { job } = await node.admin.call(getBatchStatus);
  if (job?.processed !== PHOTOS || job.failed !== 0) throw new Error(`the batch left work: ${JSON.stringify(job)}`);
  return seconds;
}

async function uploadCorpus(admin: Client): Promise<void> {
  await admin.call(createAlbum, { body: { title: SLUG, category: "urban" } });
  const folder = await mkdtemp(join(tmpdir(), "vitrine-corpus-"));
  try {
    const painter = join(import.meta.dirname, "../../rig/corpus.ts");
    const made = execFileSync(process.execPath, [painter, folder, String(PHOTOS)], { encoding: "utf8" });
    // Written by the painter, in its own type.
    for (const { path } of JSON.parse(made) as CorpusPhoto[]) {
      const { status } = await upload(admin, { slug: SLUG }, [{ name: path, bytes: await readFile(path) }]);
      if (status !== 201) throw new Error(`${path} was not stored: ${status}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
