import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createAlbum } from "../../contract/albums.ts";
import { createRoom, type Room } from "../../contract/rooms.ts";
import { insertRows, photoRow } from "../../rig/photo-row.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { connectDatabase } from "../../server/platform/db/connect.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";
import { watchMemory } from "./watch-memory.ts";

const FILE_MB = 20;
/** Over 4 GiB, where a ZIP needs its 64-bit form. */
const FILES = 210;
const ARCHIVES = 3;
const MORE_THAN_IDLE_MAX_MB = 150;
const IDLE_MS = 3_000;
/** A visitor's page must not wait for the downloads. */
const PAGE_MAX_MS = 1_000;

/** Three downloads of over 4 GB at the same time: the server's memory stays bounded, and visitors are served. */
export async function streamArchives(dataDir: string): Promise<void> {
  const server = await startServerProcess(dataDir);
  const room = await makeRoom(server, dataDir);
  await download(server, room, FILE_MB * 1024 * 1024);
  const idle = watchMemory(server);
  await delay(IDLE_MS);
  const idleMb = idle.stop();

  const busy = watchMemory(server);
  const startedAt = performance.now();
  let isDone = false;
  const downloads = Promise.all(Array.from({ length: ARCHIVES }, () => download(server, room))).finally(() => {
    isDone = true;
  });
  let slowestMs = 0;
  while (!isDone) {
    const askedAt = performance.now();
    await (await server.visitor.fetch("/")).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    await delay(100);
  }
  const sizes = await downloads;
  const busyMb = busy.stop();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const gb = (sizes.reduce((sum, size) => sum + size, 0) / 1e9).toFixed(1);
  console.log(`${ARCHIVES} ZIPs together ${gb} GB in ${seconds} s: ${busyMb} MB, idle ${idleMb} MB`);
  console.log(`the slowest page took ${Math.round(slowestMs)} ms`);
  await server.stop();
  if (sizes.some((size) => size < FILES * FILE_MB * 1024 * 1024)) throw new Error("an archive is too small");
  if (busyMb - idleMb > MORE_THAN_IDLE_MAX_MB) throw new Error(`more than ${MORE_THAN_IDLE_MAX_MB} MB above idle`);
  if (slowestMs > PAGE_MAX_MS) throw new Error("visitors had to wait");
}

/** Many photos that share one original. */
async function makeRoom({ admin }: ServerProcess, dataDir: string): Promise<Room> {
  const { album } = await admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  const storage = openStorage({ dataDir, s3: undefined });
  const original_key = "originals/aa/aaaa.jpg";
  await storage.putBytes(original_key, randomBytes(FILE_MB * 1024 * 1024));
  await storage.close();
  const { db, close } = connectDatabase({ dataDir, databaseUrl: undefined });
  const rows = Array.from({ length: FILES }, () =>
    photoRow(new Date(), { original_key, filename: "DSC_0001.jpg", album_id: album.id }),
  );
  await insertRows(db, rows);
  await close();
  const body = { title: "Room", album_slug: album.slug, download: "original" as const };
  return (await admin.call(createRoom, { body })).room;
}

/** Returns the bytes read: all of them, or about as many as asked for. */
async function download({ url }: ServerProcess, room: Room, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
  const answer = await fetch(`${url}${room.url}/download?size=original`);
  if (!answer.ok || !answer.body) throw new Error(`the download answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return bytes;
}
