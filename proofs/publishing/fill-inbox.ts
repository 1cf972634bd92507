import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAlbum, listAlbumPhotos } from "../../contract/albums.ts";
import { listPhotos } from "../../contract/photos.ts";
import { findDuplicates } from "../../contract/uploads.ts";
import type { Client } from "../../rig/client.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import { expect } from "../expect.ts";
import { startMortalServer } from "./mortal-server.ts";
import { startWriting } from "./write-files.ts";

/** Longer than a file has to be quiet: most servers live to take some. */
const KILL_EVERY_MS = 15_000;
const ARRIVAL_LIMIT_MS = 10_000;
const HASHES_AT_ONCE = 100;

/** The server is killed until most files are written: the last ones meet one that is up. */
export async function fillInbox(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-inbox-proof-"));
  const harbour = join(folder, "inbox/harbour");
  await mkdir(harbour, { recursive: true });
  const mortal = await startMortalServer(join(folder, "data"), KILL_EVERY_MS, { INBOX_DIR: join(folder, "inbox") });
  try {
    await mortal.current().admin.call(createAlbum, { body: { title: "Harbour", category: "travel" } });
    const startedAt = performance.now();
    const writing = startWriting(harbour, count);
    await Promise.race([writing.mostly, writing.done]);
    const kills = await mortal.spare();
    await writing.done;
    const lastByteAt = performance.now();
    const isEmpty = async () => (await readdir(harbour)).every((name) => name === "done");
    await waitUntil("all files are taken", isEmpty, 120_000);
    const arrivedMs = Math.round(performance.now() - lastByteAt);

    const { admin } = mortal.current();
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
    expect(`${count} files are ${count} photos`, photos.length === count);
    expect("the library has no other photos", (await admin.call(listPhotos)).photos.length === count);
    expect("each has its own name", new Set(photos.map(({ source_filename }) => source_filename)).size === count);
    expect("each is whole, and the newest of its name", await areNewest(admin, writing.newest));
    expect("nothing was refused", !existsSync(join(harbour, "refused")));
    const seconds = Math.round((lastByteAt - startedAt) / 1000);
    console.log(`${count} files were written in ${seconds} s; the server was killed ${kills} times`);
    expect(`the last was there ${arrivedMs} ms after its last byte`, arrivedMs <= ARRIVAL_LIMIT_MS);
  } finally {
    await mortal.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the photo of each name has the bytes that were written last. */
async function areNewest(admin: Client, newest: ReadonlyMap<string, string>): Promise<boolean> {
  const files = [...newest];
  for (let at = 0; at < files.length; at += HASHES_AT_ONCE) {
    const some = files.slice(at, at + HASHES_AT_ONCE);
    const { duplicates } = await admin.call(findDuplicates, { body: { sha256: some.map(([, hash]) => hash) } });
    const names = new Map(duplicates.map(({ sha256, photo }) => [sha256, photo?.source_filename]));
    if (some.some(([name, hash]) => names.get(hash) !== name)) return false;
  }
  return true;
}
