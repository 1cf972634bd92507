import { createAlbum } from "../../contract/albums.ts";
import { listPhotos } from "../../contract/photos.ts";
import { getBatchStatus, startBatch } from "../../contract/pictures.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { runCommand } from "../../server/testing/run-command.ts";
import { batchEnded, type Ledger, newLedger, SLUG, uploadOne, verifyStored } from "../faults/ledger.ts";
import { type Balancer, type Cluster, createCluster, type Engines, expect, startBalancer } from "./cluster.ts";

const LANES = 4;
const BEFORE = 12;
const AFTER = 12;

/** The plug of one of two nodes is pulled in the middle of uploads, then in the middle of a batch. */
export async function killNodes(engines: Engines): Promise<void> {
  const cluster = await createCluster(engines);
  const [stays, dies] = await Promise.all([cluster.startNode(), cluster.startNode()]);
  const balancer = await startBalancer([stays, dies]);
  try {
    await balancer.admin.call(createAlbum, { body: { title: SLUG, category: "urban" } });
    const ledger = newLedger();
    await killInUploads(balancer, dies, ledger);
    await verify(stays, cluster, ledger);
    await killInBatch(stays, await cluster.startNode(), ledger);
    await verify(stays, cluster, ledger);
  } finally {
    await balancer.stop();
    await cluster.stop();
  }
}

async function killInUploads(balancer: Balancer, dies: ServerProcess, ledger: Ledger): Promise<void> {
  let refused = 0;
  let wanted = BEFORE;
  const lanes = Array.from({ length: LANES }, async () => {
    while (ledger.stored.size < wanted) {
      // What the dying node was given is not acknowledged, and may be sent again.
      await uploadOne(balancer, ledger).catch(() => refused++);
      if (ledger.stored.size >= BEFORE && wanted === BEFORE) {
        wanted = BEFORE + AFTER;
        dies.signal("SIGKILL");
      }
    }
  });
  await Promise.all(lanes);
  expect(`uploads go on when a node is killed (${refused} were not acknowledged)`, (await dies.ended) === null);
}

async function killInBatch(stays: ServerProcess, dies: ServerProcess, ledger: Ledger): Promise<void> {
  await stays.admin.call(startBatch, { body: { force: true, missing_only: false } });
  for (;;) {
    const { job } = await stays.admin.call(getBatchStatus);
    if (job?.state !== "running") throw new Error("the batch was over before the node could be killed");
    if (job.processed > 0) break;
  }
  dies.signal("SIGKILL");
  await dies.ended;
  const killedAt = performance.now();
  await batchEnded(stays);
  const seconds = Math.round((performance.now() - killedAt) / 1000);
  const { job } = await stays.admin.call(getBatchStatus);
  const isWhole = job?.processed === ledger.stored.size && job.failed === 0;
  expect(`a batch whose node is killed is finished by the other, ${seconds} s later`, isWhole);
}

async function verify(node: ServerProcess, { place }: Cluster, ledger: Ledger): Promise<void> {
  const { photos } = await node.admin.call(listPhotos, { query: {} });
  await verifyStored(node, ledger, photos);
  const { out } = await runCommand("doctor", place, ["--verify", "--json"]);
  // In the command's own format. What the dead node left open is undone ten minutes later.
  const { findings } = JSON.parse(out) as { findings: { kind: string }[] };
  const wrong = findings.filter(({ kind }) => kind !== "work-left-open");
  expect(`all ${ledger.stored.size} acknowledged photos are there, byte for byte`, wrong.length === 0);
}
