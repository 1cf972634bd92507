import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBatchStatus, startBatch } from "../../contract/pictures.ts";
import { makeCorpusApart } from "../../rig/corpus.ts";
import { median } from "../../rig/percentile.ts";
import { atLeast, RATIO, report } from "../../rig/report.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { batchEnded, makeAlbum, SLUG } from "../faults/ledger.ts";
import { createCluster, type Engines } from "./cluster.ts";

const PHOTOS = 30;
const ROUNDS = 3;
const BAR = 1.7;

/**
 * How long one node and two nodes, each on its own core, take to remake a size of 30 photos. Measured in turns, so that
 * other programs on the machine slow both down.
 */
export async function measureThroughput(engines: Engines): Promise<void> {
  await using cluster = await createCluster(engines);
  const first = await cluster.startNode(0);
  await uploadCorpus(first);
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await timeBatch(first));
    const second = await cluster.startNode(1);
    together.push(await timeBatch(first));
    await second.stop();
  }
  const ratio = median(alone) / median(together);
  console.log(`one node ${describe(alone)}, two nodes ${describe(together)}`);
  report("Throughput of a batch", [atLeast(`two nodes against one, ${PHOTOS} photos`, ratio, BAR, RATIO)]);
}

const describe = (seconds: number[]) => `${seconds.map((value) => value.toFixed(1)).join(", ")} s`;

async function timeBatch(node: ServerProcess): Promise<number> {
  const startedAt = performance.now();
  // One size is enough to share the work, and all of them would take half an hour.
  await node.admin.call(startBatch, { body: { force: true, missing_only: false, size: "medium" } });
  await batchEnded(node);
  const seconds = (performance.now() - startedAt) / 1000;
  const { job } = await node.admin.call(getBatchStatus);
  if (job?.processed !== PHOTOS || job.failed !== 0)
    throw new Error(`the batch did not finish: ${JSON.stringify(job)}`);
  return seconds;
}

async function uploadCorpus(node: ServerProcess): Promise<void> {
  await makeAlbum(node);
  await using folder = await mkdtempDisposable(join(tmpdir(), "vitrine-corpus-"));
  for (const { path } of makeCorpusApart(folder.path, PHOTOS)) {
    const { status } = await upload(node.admin, { slug: SLUG }, [{ name: path, bytes: await readFile(path) }]);
    if (status !== 201) throw new Error(`${path} was not stored: ${status}`);
  }
}
