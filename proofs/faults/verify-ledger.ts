import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { listAlbumPhotos } from "../../contract/albums.ts";
import { type AdminPhoto, listPhotos, type PhotoId } from "../../contract/photos.ts";
import { median } from "../../rig/percentile.ts";
import { processUse } from "../../rig/processes.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { readOffset } from "../../rig/tus.ts";
import { checkLibrary } from "../../server/cli/doctor/check-library.ts";
import { readConfig } from "../../server/config.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import { createLog } from "../../server/log.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";
import {
  batchEnded,
  type Clients,
  finishUpload,
  type Ledger,
  ONE_FILE_THREAD,
  SLUG,
  sendUpTo,
  sha256,
} from "./ledger.ts";

const START_LIMIT_MS = 5_000;
const CONCURRENT_READS = 8;

/** Restarts the server, checks it against the ledger, and returns it for the next round. */
export async function restartAndVerify(dataDir: string, ledger: Ledger): Promise<ServerProcess> {
  const startedAt = Date.now();
  const server = await startServerProcess(dataDir, ONE_FILE_THREAD);
  ledger.starts.push({ ms: server.startMs, cpuMs: (processUse(server.pid)?.cpuSeconds ?? 0) * 1000 });
  requireNoTemps(dataDir, startedAt);
  // A batch that was killed resumes on start.
  await batchEnded(server);
  await continueUploads(server, ledger);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  await settleReplacements(server, ledger, photos);
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

/** Doctor does not look at temporary files. The server may have created some since it started. */
function requireNoTemps(dataDir: string, startedAt: number): void {
  const folder = join(dataDir, "storage/temp");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const old = names.filter(
    (name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? startedAt) < startedAt,
  );
  if (old.length > 0) throw new Error(`LEFT: ${old.length} temporary files`);
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

/** Each photo must have its old or its new file, which `verifyStored` then reads, and pictures of that file. */
async function settleReplacements(server: Clients, ledger: Ledger, photos: readonly AdminPhoto[]): Promise<void> {
  for (const [id, files] of ledger.replacing) {
    const photo = photos.find((photo) => photo.id === id);
    const file = files.find(({ name }) => name === photo?.filename);
    if (!photo || !file) throw new Error(`LOST: ${files.map(({ name }) => name).join(" or ")} of photo ${id}`);
    await verifyPictures(server, photo);
    ledger.replacing.delete(id);
    ledger.stored.set(file.name, { id, sha256: file.sha256 });
  }
}

/** The pictures are of one colour, and those of different files differ by at least 17 of 255 in a channel. */
async function verifyPictures({ visitor }: Clients, { filename, file_url, image_urls }: AdminPhoto): Promise<void> {
  const [file, ...pictures] = await Promise.all(
    [file_url, image_urls.thumb, image_urls.medium].map(async (url) => {
      const { channels } = await sharp(await (await visitor.fetch(url)).arrayBuffer()).stats();
      return channels.slice(0, 3).map(({ mean }) => mean);
    }),
  );
  const isSame = (picture: number[]) => picture.every((mean, channel) => Math.abs(mean - (file?.[channel] ?? 0)) < 8);
  if (!pictures.every(isSame)) throw new Error(`MIXED: ${filename} has pictures of another file`);
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
export function describeStarts({ starts }: Pick<Ledger, "starts">): string {
  const [ms, cpuMs] = [starts.map((start) => start.ms), starts.map((start) => start.cpuMs)];
  const slowest = Math.round(Math.max(...ms));
  const verdict = slowest > START_LIMIT_MS ? " FAIL" : "";
  return (
    `${starts.length} starts, median ${Math.round(median(ms))} ms, slowest ${slowest} ms (bar ${START_LIMIT_MS})` +
    `${verdict}, CPU time median ${median(cpuMs)} ms, most ${Math.max(...cpuMs)} ms`
  );
}
