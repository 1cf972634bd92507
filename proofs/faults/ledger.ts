import { createHash } from "node:crypto";
import { listAlbumPhotos, reorderAlbumPhotos } from "../../contract/albums.ts";
import { type AdminPhoto, listPhotos, type PhotoId } from "../../contract/photos.ts";
import { getBatchStatus } from "../../contract/pictures.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { median } from "../../rig/percentile.ts";
import { processUse } from "../../rig/processes.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { beginUpload, locationOf, outcomeOf, readOffset, sendBytes } from "../../rig/tus.ts";
import { upload } from "../../rig/upload.ts";
import { checkLibrary } from "../../server/cli/check-library.ts";
import { readConfig } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";
import { connectDatabase } from "../../server/platform/db/connect.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";

const START_LIMIT_MS = 5_000;
const BATCH_LIMIT_MS = 120_000;
const CONCURRENT_READS = 8;

/** What the server has acknowledged, and must still have after it was killed. */
export type Ledger = {
  /** By file name; each name is used once. */
  stored: Map<string, { id: PhotoId; sha256: string }>;
  /** Uploads in pieces that are not photos yet, by address. */
  unfinished: Map<string, UnfinishedUpload>;
  gone: Set<PhotoId>;
  restored: Set<PhotoId>;
  /** The last acknowledged order; while a new one is requested, either is right. */
  orders: PhotoId[][];
  starts: { ms: number; cpuMs: number }[];
};

/** `acknowledged` is the number of bytes that the server has said it has. */
type UnfinishedUpload = { name: string; bytes: Buffer; acknowledged: number };

export const newLedger = (): Ledger => ({
  stored: new Map(),
  unfinished: new Map(),
  gone: new Set(),
  restored: new Set(),
  orders: [],
  starts: [],
});

/** A server, or several behind one address. */
export type Clients = Pick<ServerProcess, "admin" | "visitor">;

/** The album that everything is uploaded to. */
export const SLUG = "album";

let lastName = 0;

async function nextPicture(): Promise<{ name: string; bytes: Buffer }> {
  const number = ++lastName;
  const colour = `#${(number % 4096).toString(16).padStart(3, "0")}`;
  return { name: `${number}.jpg`, bytes: await makePicture({ width: 64 + (number % 64), colour }) };
}

/** Rejects unless the server acknowledges. */
export async function uploadOne(server: Clients, ledger: Ledger): Promise<PhotoId> {
  const { name, bytes } = await nextPicture();
  const { status, body } = await upload(server.admin, { slug: SLUG }, [{ name, bytes }]);
  const photo = body.photos[0];
  if (status !== 201 || !photo) throw new Error(`not stored: ${JSON.stringify(body)}`);
  ledger.stored.set(name, { id: photo.id, sha256: sha256(bytes) });
  return photo.id;
}

/** By tus, in two pieces. */
export async function uploadInPieces(server: Clients, ledger: Ledger): Promise<void> {
  const { name, bytes } = await nextPicture();
  const location = locationOf(await beginUpload(server.admin, { album: SLUG, length: bytes.length, filename: name }));
  if (!location) throw new Error("not begun");
  const upload = { name, bytes, acknowledged: 0 };
  ledger.unfinished.set(location, upload);
  for (const end of [Math.floor(bytes.length / 2), bytes.length]) await sendUpTo(server, location, upload, end);
  await finishUpload(server, ledger, location, upload);
}

async function sendUpTo({ admin }: Clients, location: string, upload: UnfinishedUpload, end: number): Promise<void> {
  const { acknowledged, bytes } = upload;
  const answer = await sendBytes(admin, location, acknowledged, bytes.subarray(acknowledged, end));
  if (answer.status !== 204) throw new Error(`not acknowledged: ${answer.status}`);
  upload.acknowledged = end;
}

async function finishUpload(
  { admin }: Clients,
  ledger: Ledger,
  location: string,
  { name, bytes }: UnfinishedUpload,
): Promise<void> {
  const { photo, error } = await outcomeOf(admin, location);
  if (!photo) throw new Error(`not stored: ${JSON.stringify(error)}`);
  ledger.stored.set(name, { id: photo.id, sha256: sha256(bytes) });
  ledger.unfinished.delete(location);
}

/** Continues every upload where the server says it is, which must not be before what it had acknowledged. */
async function continueUploads(server: Clients, ledger: Ledger): Promise<void> {
  for (const [location, upload] of ledger.unfinished) {
    const offset = await readOffset(server.admin, location);
    if (offset < upload.acknowledged)
      throw new Error(`LOST: ${upload.name}, bytes ${offset} to ${upload.acknowledged}`);
    upload.acknowledged = offset;
    if (offset < upload.bytes.length) await sendUpTo(server, location, upload, upload.bytes.length);
    await finishUpload(server, ledger, location, upload);
  }
}

export async function deleteOne(server: Clients, ledger: Ledger, id: PhotoId): Promise<void> {
  // Until it is acknowledged, the photo may or may not be there.
  for (const [name, photo] of ledger.stored) if (photo.id === id) ledger.stored.delete(name);
  await server.admin.call(trashPhoto, { params: { id } });
  await server.admin.call(deletePhotoPermanently, { params: { id } });
  ledger.gone.add(id);
}

export async function restoreOne(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<void> {
  await server.admin.call(restorePhoto, { params: { id } });
  ledger.restored.add(id);
}

export async function reverseAlbum(server: ServerProcess, ledger: Ledger): Promise<void> {
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: SLUG } });
  const before = photos.map(({ id }) => id);
  const photo_ids = before.toReversed();
  ledger.orders = [before, photo_ids];
  await server.admin.call(reorderAlbumPhotos, { params: { slug: SLUG }, body: { photo_ids } });
  ledger.orders = [photo_ids];
}

/** Restarts the server, checks it against the ledger, and returns it for the next round. */
export async function restartAndVerify(dataDir: string, ledger: Ledger): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, ONE_FILE_THREAD);
  ledger.starts.push({ ms: server.startMs, cpuMs: (processUse(server.pid)?.cpuSeconds ?? 0) * 1000 });
  // A batch that was killed resumes on start.
  await batchEnded(server);
  await continueUploads(server, ledger);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  await verifyStored(server, ledger, photos);
  const names = photos.map(({ filename }) => filename);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`TWICE: ${twice} was sent once`);
  const back = photos.find((photo) => ledger.gone.has(photo.id));
  if (back) throw new Error(`BACK: ${back.filename} was deleted`);
  const trashed = photos.find((photo) => ledger.restored.has(photo.id) && photo.deleted);
  if (trashed) throw new Error(`TRASHED: ${trashed.filename} was restored`);
  await verifyOrder(server, ledger);
  await consultDoctor(dataDir);
  return server;
}

/** The same as a final check: stops the server again. */
export async function verifyByRestart(dataDir: string, ledger: Ledger): Promise<void> {
  const server = await restartAndVerify(dataDir, ledger);
  await server.stop();
}

async function verifyOrder(server: ServerProcess, { orders }: Ledger): Promise<void> {
  if (orders.length === 0) return;
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: SLUG } });
  const there = photos.map(({ id }) => id);
  const fits = (order: PhotoId[]) => {
    const both = [there.filter((id) => order.includes(id)), order.filter((id) => there.includes(id))];
    return JSON.stringify(both[0]) === JSON.stringify(both[1]);
  };
  if (!orders.some(fits)) throw new Error("REORDERED: the album has an order that was never requested");
}

export async function verifyStored(server: Clients, { stored }: Ledger, photos: readonly AdminPhoto[]): Promise<void> {
  const found = new Map(photos.map((photo) => [photo.filename, photo]));
  const entries = [...stored];
  const readers = Array.from({ length: CONCURRENT_READS }, async () => {
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
      const [name, { sha256: expected }] = entry;
      const photo = found.get(name);
      if (!photo) throw new Error(`LOST: ${name} was acknowledged`);
      const bytes = Buffer.from(await (await server.visitor.fetch(photo.file_url)).arrayBuffer());
      if (sha256(bytes) !== expected) throw new Error(`CHANGED: ${name} has different bytes`);
    }
  });
  await Promise.all(readers);
}

/** Waits until no batch is running. */
export async function batchEnded(server: Clients): Promise<void> {
  const deadline = performance.now() + BATCH_LIMIT_MS;
  for (;;) {
    const { job } = await server.admin.call(getBatchStatus);
    if (job?.state !== "running") return;
    if (performance.now() > deadline) throw new Error("the batch does not finish");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const log = createLog();

/** Checks what `npm run doctor -- --verify` does, without the second it takes to start. */
export async function consultDoctor(dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = connectDatabase(config);
  const library = { config, db: database.db, database, storage: openStorage(config), now: () => new Date() };
  const progress = { photos: 0, files: 0 };
  for await (const finding of checkLibrary({ ...library, log }, { verify: true, progress })) {
    throw new Error(`DOCTOR: ${JSON.stringify(finding)}`);
  }
  await database.close();
}

/** On a busy machine, CPU time says more than wall time. */
export function describeStarts({ starts }: Ledger): string {
  const [ms, cpuMs] = [starts.map((start) => start.ms), starts.map((start) => start.cpuMs)];
  const slowest = Math.round(Math.max(...ms));
  const verdict = slowest > START_LIMIT_MS ? " FAIL" : "";
  return (
    `${starts.length} starts, median ${Math.round(median(ms))} ms, slowest ${slowest} ms (bar ${START_LIMIT_MS})` +
    `${verdict}, CPU time median ${median(cpuMs)} ms, most ${Math.max(...cpuMs)} ms`
  );
}

/** With one thread for files, the n-th call is the same every time. */
export const ONE_FILE_THREAD = { UV_THREADPOOL_SIZE: "1" };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
