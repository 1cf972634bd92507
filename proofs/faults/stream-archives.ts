import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createAlbum } from "../../contract/albums.ts";
import { createRoom, type Room } from "../../contract/rooms.ts";
import { percentile } from "../../rig/percentile.ts";
import { insertRows, photoRow } from "../../rig/photo-row.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";
import { watchMemory } from "./watch-memory.ts";

const execute = promisify(execFile);

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
  const server = await startServerProcess(dataDir, { TRUST_PROXY: "1" });
  const room = await makeRoom(server, dataDir);
  await warmUp(server, room);
  const idle = watchMemory(server);
  await delay(IDLE_MS);
  const idleMb = idle.stop();

  const busy = watchMemory(server);
  const startedAt = performance.now();
  let isDone = false;
  const downloads = Promise.all(
    Array.from({ length: ARCHIVES }, (_, index) => download(server, room, `203.0.113.${index}`)),
  ).finally(() => {
    isDone = true;
  });
  const pagesMs: number[] = [];
  const slowest = { ms: 0, afterSeconds: 0 };
  while (!isDone) {
    const askedAt = performance.now();
    await (await server.visitor.fetch("/")).arrayBuffer();
    const ms = performance.now() - askedAt;
    pagesMs.push(ms);
    if (ms > slowest.ms) Object.assign(slowest, { ms, afterSeconds: Math.round((askedAt - startedAt) / 1000) });
    await delay(100);
  }
  const sizes = await downloads;
  const busyMb = busy.stop();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const gb = (sizes.reduce((sum, size) => sum + size, 0) / 1e9).toFixed(1);
  console.log(`${ARCHIVES} ZIPs together ${gb} GB in ${seconds} s: ${busyMb} MB, idle ${idleMb} MB`);
  const p95Ms = Math.round(percentile(pagesMs, 95));
  console.log(
    `${pagesMs.length} pages at the same time: p95 ${p95Ms} ms, slowest ${Math.round(slowest.ms)} ms ` +
      `after ${slowest.afterSeconds} s (bar ${PAGE_MAX_MS})`,
  );
  await server.stop();
  if (sizes.some((size) => size < FILES * FILE_MB * 1024 * 1024)) throw new Error("an archive is too small");
  if (busyMb - idleMb > MORE_THAN_IDLE_MAX_MB) throw new Error(`more than ${MORE_THAN_IDLE_MAX_MB} MB above idle`);
  if (slowest.ms > PAGE_MAX_MS) throw new Error("visitors had to wait");
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

const archiveOf = ({ url }: ServerProcess, room: Room) => `${url}${room.url}/download?size=original`;

/** Returns the bytes read. Each client is on a network of its own, because a network gets two downloads at a time. */
async function download(server: ServerProcess, room: Room, ip: string): Promise<number> {
  const program = join(import.meta.dirname, "drain-url.ts");
  const { stdout } = await execute(process.execPath, [program, archiveOf(server, room), ip]);
  return Number(stdout);
}

/** The engine compiles what a download needs, and its memory grows by that once. */
async function warmUp(server: ServerProcess, room: Room): Promise<void> {
  const response = await fetch(archiveOf(server, room));
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > FILE_MB * 1024 * 1024) break;
  }
}
