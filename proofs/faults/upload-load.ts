import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AdminPhoto } from "../../contract/photos.ts";
import { updateSite } from "../../contract/site.ts";
import type { Client } from "../../rig/client.ts";
import { makeCorpusApart } from "../../rig/corpus.ts";
import { makePicture } from "../../rig/make-picture.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { beginUpload, locationOf, saveResultOf, sendBytes } from "../../rig/tus.ts";
import { largestPicture } from "./large-pictures.ts";
import { SLUG, startWithAlbum } from "./ledger.ts";
import { readers, timeRead } from "./readers.ts";
import { usageOf } from "./usage.ts";
import { watchMemory } from "./watch-memory.ts";

const LARGE_MB = 200;
const MEMORY_LIMIT_MB = 100;
const TOTAL_LIMIT_MB = 768;
const POLL_MS = 50;
const PHOTOS = 40;
/** As many as the upload dialog sends in parallel. */
const LINES = 3;
const REQUEST_BYTES = 16 * 1024 * 1024;
const VISITOR_LIMIT_MS = 1_000;
/** For the background to begin, and to be well into its work. */
const BACKGROUND_MS = 20_000;

/** A huge file costs the server little memory, and many files do not hold up visitors. */
export async function uploadLoad(dataDir: string): Promise<void> {
  await using server = await startWithAlbum(join(dataDir, "site"));
  await server.admin.call(updateSite, { body: { upload_max_mb: 500 } });
  await sendLargeFile(server);
  await sendManyFiles(server, join(dataDir, "photos"));
  await server.stop();
  await sendLargestPicture(join(dataDir, "small"));
}

/** On the smallest machine that is supported, with every size that a visitor can ask for. */
async function sendLargestPicture(dataDir: string): Promise<void> {
  const server = await startWithAlbum(dataDir, { MEMORY_MB: String(TOTAL_LIMIT_MB) });
  const bytes = await largestPicture();
  const watched = watchMemory(server);
  const photo = await expectStored(server.admin, await send(server.admin, "250-megapixels.jpg", bytes));
  for (const url of Object.values(photo.image_urls)) await timeRead(server.visitor, url);
  const peakMb = watched.stop();
  await server.stop();
  console.log(`a JPEG of 250 megapixels, all its sizes: all processes peaked at ${peakMb} MB (bar ${TOTAL_LIMIT_MB})`);
  if (peakMb > TOTAL_LIMIT_MB) throw new Error("over the memory limit");
}

async function sendLargeFile(server: ServerProcess): Promise<void> {
  const picture = await makePicture({ width: 3000, height: 2000 });
  const bytes = Buffer.concat([picture, Buffer.alloc(LARGE_MB * 1024 * 1024 - picture.length)]);
  // The first picture also loads what every later one needs.
  await expectStored(server.admin, await send(server.admin, "small.jpg", picture));
  const before = usageOf(server).memoryMb;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, usageOf(server).memoryMb);
  }, POLL_MS);
  await expectStored(server.admin, await send(server.admin, "large.jpg", bytes));
  clearInterval(timer);
  console.log(`a file of ${LARGE_MB} MB: the server grew from ${before} to ${peak} MB (bar ${MEMORY_LIMIT_MB} more)`);
  if (peak - before > MEMORY_LIMIT_MB) throw new Error("over the memory limit");
}

async function sendManyFiles(server: ServerProcess, folder: string): Promise<void> {
  const waiting = makeCorpusApart(folder, PHOTOS).map(({ path }) => path);
  const visitor = readers(server);
  const sent: string[] = [];
  const lines = Array.from({ length: LINES }, async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      sent.push(await send(server.admin, basename(path), await readFile(path)));
    }
  });
  await Promise.all(lines);
  for (const location of sent) await expectStored(server.admin, location);
  await new Promise((resolve) => setTimeout(resolve, BACKGROUND_MS));
  console.log(`visitors during ${PHOTOS} uploads and the background after them: ${await visitor.stop()}`);
  if (visitor.slowestMs() > VISITOR_LIMIT_MS) throw new Error(`slower than ${VISITOR_LIMIT_MS} ms`);
}

async function send(admin: Client, filename: string, bytes: Buffer): Promise<string> {
  const location = locationOf(await beginUpload(admin, { album: SLUG, length: bytes.length, filename }));
  for (let offset = 0; offset < bytes.length; offset += REQUEST_BYTES) {
    const response = await sendBytes(admin, location, offset, bytes.subarray(offset, offset + REQUEST_BYTES));
    if (response.status !== 204) throw new Error(`${filename}: ${response.status} ${await response.text()}`);
  }
  return location;
}

async function expectStored(admin: Client, location: string): Promise<AdminPhoto> {
  const { photo, error } = await saveResultOf(admin, location);
  if (!photo) throw new Error(`${location}: ${JSON.stringify(error)}`);
  return photo;
}
