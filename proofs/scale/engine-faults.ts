import { setTimeout as delay } from "node:timers/promises";
import { listPhotos } from "../../contract/photos.ts";
import { deletePhotoPermanently, trashPhoto } from "../../contract/trash.ts";
import { type Fault, startFaultyProxy } from "../../rig/faulty-proxy.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";
import { expect } from "../expect.ts";
import { type Ledger, makeAlbum, newLedger, uploadOne } from "../faults/ledger.ts";
import { verifyStored } from "../faults/verify-ledger.ts";
import { type Cluster, createCluster, type Engines, startBalancer } from "./cluster.ts";

const FAULTS: Fault[] = ["error", "reset", "deaf", "hang"];
const UPLOADS = 3;
const RECONNECT_LIMIT_MS = 5_000;
/** A sweep runs every minute; the rest is the time it takes. */
const DELETE_LIMIT_MS = 90_000;

/** The engines fail and recover. Nothing is acknowledged that was not done. */
export async function failEngines(engines: Engines): Promise<void> {
  let fault: Fault = "none";
  await using s3 = await startFaultyProxy(new URL(engines.ceph.endpoint), () => fault);
  await using cluster = await createCluster(engines, s3.url);
  const nodes = await Promise.all([cluster.startNode(), cluster.startNode()]);
  const [node] = nodes;
  await using balancer = await startBalancer(nodes);
  const ledger = newLedger();
  await makeAlbum(balancer);
  // One to delete and one to keep.
  for (let count = 0; count < 2; count++) await uploadOne(balancer, ledger);
  for (const kind of FAULTS) {
    fault = kind;
    await tryUploads(node, ledger, `S3: ${kind}`);
    await tryPicture(node, kind);
  }
  fault = "error";
  const id = await deleteFirst(node, ledger);
  fault = "none";
  await whenDeleted(cluster, id);
  await uploadOne(balancer, ledger);
  await verify(node, ledger);

  await restartPostgres(engines, node, ledger);
  await verify(node, ledger);
}

async function tryUploads(node: ServerProcess, ledger: Ledger, what: string): Promise<void> {
  const before = ledger.stored.size;
  const results = await Promise.allSettled(Array.from({ length: UPLOADS }, () => uploadOne(node, ledger)));
  const failed = results.filter((result) => result.status === "rejected");
  // Whatever was acknowledged is verified at the end.
  console.log(`  ${what}: ${ledger.stored.size - before} uploads acknowledged, ${failed.length} failed`);
}

async function tryPicture(node: ServerProcess, fault: Fault): Promise<void> {
  const { photos } = await node.admin.call(listPhotos, { query: {} });
  const { status } = await node.admin.fetch(photos[0]?.file_url ?? "");
  expect(`a picture is served or unavailable (S3: ${fault}, ${status})`, status === 503 || status === 200);
}

/** The photo leaves the library immediately; its files wait. */
async function deleteFirst(node: ServerProcess, ledger: Ledger): Promise<string> {
  const [[name, { id }] = ["", { id: undefined }]] = [...ledger.stored];
  const { photos } = await node.admin.call(listPhotos, { query: {} });
  const photo = photos.find((photo) => photo.id === id);
  if (!photo) throw new Error("the library has no acknowledged photo");
  ledger.stored.delete(name);
  await node.admin.call(trashPhoto, { params: { id: photo.id } });
  await node.admin.call(deletePhotoPermanently, { params: { id: photo.id } });
  return photo.internal_id;
}

async function whenDeleted({ place }: Cluster, internalId: string): Promise<void> {
  const storage = openStorage({ dataDir: place.dataDir, s3: place.s3 });
  const left = async () => {
    let count = 0;
    for await (const { key } of storage.list()) if (key.includes(internalId)) count++;
    return count;
  };
  const before = await left();
  const startedAt = performance.now();
  while ((await left()) > 0 && performance.now() - startedAt < DELETE_LIMIT_MS) await delay(1_000);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const isDone = before > 0 && (await left()) === 0;
  expect(`${before} files that S3 refused to delete are gone ${seconds} s after it recovers`, isDone);
  await storage.close();
}

async function restartPostgres({ postgres }: Engines, node: ServerProcess, ledger: Ledger): Promise<void> {
  const restarting = postgres.restart();
  await tryUploads(node, ledger, "PostgreSQL restarting");
  await restarting;
  const backAt = performance.now();
  let lastStatus = 0;
  while (lastStatus !== 200 && performance.now() - backAt < RECONNECT_LIMIT_MS) {
    lastStatus = (await node.visitor.fetch("/api/v1/categories")).status;
    if (lastStatus !== 200) expect(`until then the node returns 503 (${lastStatus})`, lastStatus === 503);
  }
  const ms = Math.round(performance.now() - backAt);
  expect(`the node responds ${ms} ms after PostgreSQL is back`, lastStatus === 200);
  await uploadOne(node, ledger);
}

async function verify(node: ServerProcess, ledger: Ledger): Promise<void> {
  const { photos } = await node.admin.call(listPhotos, { query: {} });
  await verifyStored(node, ledger, photos);
  expect(`all ${ledger.stored.size} acknowledged photos are intact`, true);
}
