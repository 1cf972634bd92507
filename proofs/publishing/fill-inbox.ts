import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createAlbum, listAlbumPhotos } from "../../contract/albums.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { startServerProcess } from "../../rig/server-process.ts";
import { expect } from "../expect.ts";

const ARRIVAL_LIMIT_MS = 10_000;
/** Together a little more than one file a second: one after the other is taken, so a faster stream arrives later. */
const WRITERS = 2;
const PIECES = 5;
const PIECE_EVERY_MS = 300;

/** Files come slowly and in pieces, under a passing name, or a second time with other content. */
export async function fillInbox(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-inbox-proof-"));
  const inbox = join(folder, "inbox");
  await mkdir(join(inbox, "harbour"), { recursive: true });
  const server = await startServerProcess(join(folder, "data"), { INBOX_DIR: inbox });
  try {
    await server.admin.call(createAlbum, { body: { title: "Harbour", category: "travel" } });
    const names = Array.from({ length: count }, (_, index) => `boat-${index + 1}.jpg`);
    const lanes = Array.from({ length: WRITERS }, (_, lane) =>
      names.filter((_name, index) => index % WRITERS === lane),
    );
    await Promise.all(lanes.map((lane) => writeAll(inbox, lane)));
    const lastByteAt = performance.now();
    const isEmpty = async () => (await readdir(join(inbox, "harbour"))).every((name) => name === "done");
    while (!(await isEmpty()) && performance.now() - lastByteAt < 120_000) await delay(100);
    const arrivedMs = Math.round(performance.now() - lastByteAt);

    const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
    expect(`${count} files are ${count} photos`, photos.length === count);
    expect("each has its own name", new Set(photos.map(({ source_filename }) => source_filename)).size === count);
    expect(
      "each is whole, and the newest of its name",
      photos.every(({ width }) => width === 64),
    );
    expect("nothing was refused", !existsSync(join(inbox, "harbour/refused")));
    expect(`the last was there ${arrivedMs} ms after its last byte`, arrivedMs <= ARRIVAL_LIMIT_MS);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeAll(inbox: string, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const path = join(inbox, "harbour", name);
    const bytes = await makePicture({
      width: 64,
      height: 48,
      colour: `#${Math.random().toString(16).slice(2, 8).padEnd(6, "0")}`,
    });
    // Every tenth is replaced before it is quiet, every tenth arrives under a passing name.
    if (index % 10 === 1) await writeFile(path, await makePicture({ width: 32, height: 24 }));
    const written = index % 10 === 2 ? `${path}.part` : path;
    await writeFile(written, "");
    const pieceBytes = Math.ceil(bytes.length / PIECES);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await delay(PIECE_EVERY_MS);
      await appendFile(written, bytes.subarray(at, at + pieceBytes));
    }
    if (written !== path) await rename(written, path);
  }
}
