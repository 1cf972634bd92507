import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { listAlbumPhotos, reorderAlbumPhotos } from "../../contract/albums.ts";
import { type AdminPhoto, listPhotos, type PhotoId } from "../../contract/photos.ts";
import { getBatchStatus } from "../../contract/pictures.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { percentile } from "../../rig/percentile.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { checkLibrary } from "../../server/cli/check-library.ts";
import { readConfig } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";
import { connectDatabase } from "../../server/platform/db/connect.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";

const START_LIMIT_MS = 5_000;
/** The kernel counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const BATCH_LIMIT_MS = 120_000;
const READ_AT_ONCE = 8;

/** What the server has acknowledged, from the outside: what it must still know after it was killed. */
export type Ledger = {
  /** By file name. A name is used once. */
  stored: Map<string, { id: PhotoId; sha256: string }>;
  gone: Set<PhotoId>;
  restored: Set<PhotoId>;
  /** The order that was acknowledged last; while a new one is asked for it may be either. */
  orders: PhotoId[][];
  starts: { ms: number; cpuMs: number }[];
};

export const newLedger = (): Ledger => ({
  stored: new Map(),
  gone: new Set(),
  restored: new Set(),
  orders: [],
  starts: [],
});

/** A server, or several behind one address. */
export type Reached = Pick<ServerProcess, "admin" | "visitor">;

/** The one album that everything is uploaded to. */
export const SLUG = "album";

let lastName = 0;

/** Rejects where the server did not acknowledge. */
export async function uploadOne(server: Reached, ledger: Ledger): Promise<PhotoId> {
  const number = ++lastName;
  const name = `${number}.jpg`;
  const bytes = await makePicture({
    width: 64 + (number % 64),
    colour: `#${(number % 4096).toString(16).padStart(3, "0")}`,
  });
  const { status, body } = await upload(server.admin, { slug: SLUG }, [{ name, bytes }]);
  const photo = body.photos[0];
  if (status !== 201 || !photo) throw new Error(`not stored: ${JSON.stringify(body)}`);
  ledger.stored.set(name, { id: photo.id, sha256: sha256(bytes) });
  return photo.id;
}

export async function deleteOne(server: Reached, ledger: Ledger, id: PhotoId): Promise<void> {
  // From the moment it is asked for until it is acknowledged it may be either.
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

/** Starts the server again, holds it against the ledger, and gives it back for the next round. */
export async function restartAndVerify(dataDir: string, ledger: Ledger): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, ONE_FILE_THREAD);
  ledger.starts.push({ ms: server.startMs, cpuMs: cpuMsOf(server) });
  // A run that was killed goes on by itself.
  await batchEnded(server);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  await verifyStored(server, ledger, photos);
  const back = photos.find((photo) => ledger.gone.has(photo.id));
  if (back) throw new Error(`BACK: ${back.filename} was deleted`);
  const trashed = photos.find((photo) => ledger.restored.has(photo.id) && photo.deleted);
  if (trashed) throw new Error(`TRASHED: ${trashed.filename} was restored`);
  await verifyOrder(server, ledger);
  await consultDoctor(dataDir);
  return server;
}

/** The same as a last look: the server is stopped again. */
export async function verifyByRestart(dataDir: string, ledger: Ledger): Promise<void> {
  const server = await restartAndVerify(dataDir, ledger);
  server.signal("SIGTERM");
  await server.ended;
}

async function verifyOrder(server: ServerProcess, { orders }: Ledger): Promise<void> {
  if (orders.length === 0) return;
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: SLUG } });
  const there = photos.map(({ id }) => id);
  const fits = (order: PhotoId[]) => {
    const both = [there.filter((id) => order.includes(id)), order.filter((id) => there.includes(id))];
    return JSON.stringify(both[0]) === JSON.stringify(both[1]);
  };
  if (!orders.some(fits)) throw new Error("REORDERED: the album is in an order that nobody asked for");
}

export async function verifyStored(server: Reached, { stored }: Ledger, photos: readonly AdminPhoto[]): Promise<void> {
  const found = new Map(photos.map((photo) => [photo.filename, photo]));
  const entries = [...stored];
  const readers = Array.from({ length: READ_AT_ONCE }, async () => {
    for (let entry = entries.pop(); entry; entry = entries.pop()) {
      const [name, { sha256: expected }] = entry;
      const photo = found.get(name);
      if (!photo) throw new Error(`LOST: ${name} was acknowledged`);
      const bytes = Buffer.from(await (await server.visitor.fetch(photo.file_url)).arrayBuffer());
      if (sha256(bytes) !== expected) throw new Error(`CHANGED: ${name} has other bytes`);
    }
  });
  await Promise.all(readers);
}

/** Until it is killed, or done. */
export async function batchEnded(server: Reached): Promise<void> {
  const deadline = performance.now() + BATCH_LIMIT_MS;
  for (;;) {
    const { job } = await server.admin.call(getBatchStatus);
    if (job?.state !== "running") return;
    if (performance.now() > deadline) throw new Error("the batch does not come to an end");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const log = createLog();

/** What `npm run doctor -- --verify` looks for, without the second that starting it takes. */
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

/** On a machine that is busy otherwise, the processor time tells more than the clock. */
export function describeStarts({ starts }: Ledger): string {
  const [ms, cpuMs] = [starts.map((start) => start.ms), starts.map((start) => start.cpuMs)];
  const slowest = Math.round(Math.max(...ms));
  const verdict = slowest > START_LIMIT_MS ? " FAIL" : "";
  return (
    `${starts.length} starts, median ${Math.round(percentile(ms, 50))} ms, slowest ${slowest} ms (bar ${START_LIMIT_MS})` +
    `${verdict}, of processor time median ${percentile(cpuMs, 50)} ms, at most ${Math.max(...cpuMs)} ms`
  );
}

function cpuMsOf({ pid }: ServerProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
}

/** One thread for files, so that the n-th call is the same one each time. */
export const ONE_FILE_THREAD = { UV_THREADPOOL_SIZE: "1" };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
