import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makePicture } from "../../rig/make-picture.ts";
import { waitUntil } from "../../rig/wait-until.ts";

const WRITERS = 6;
const PIECES = 5;
const PIECE_EVERY_MS = 300;
const MOST = 0.9;
const PATIENCE_MS = 180_000;

/**
 * Writes files as programs do: slowly and in pieces, some under a passing name, some renamed halfway, some replaced before they
 * are taken, and some after it.
 */
export function startWriting(folder: string, count: number) {
  /** The SHA-256 of the newest content, by name. */
  const newest = new Map<string, string>();
  const mostly = Promise.withResolvers<void>();
  let contents = 0;
  const replacing: Promise<void>[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const lanes = Array.from({ length: WRITERS }, (_, lane) => numbers.filter((number) => number % WRITERS === lane));
  const done = Promise.all(lanes.map(writeAll)).then(() => Promise.all(replacing));
  return { newest, mostly: mostly.promise, done };

  async function writeAll(lane: readonly number[]): Promise<void> {
    for (const number of lane) {
      await writeOne(`boat-${number}.jpg`, number % 10);
      if (newest.size >= count * MOST) mostly.resolve();
    }
  }

  async function writeOne(name: string, kind: number): Promise<void> {
    const path = join(folder, name);
    if (kind === 1) await writeFile(path, await newContent(name));
    const bytes = await newContent(name);
    if (kind === 2) await writeSlowly(`${path}.part`, bytes, { to: path, after: PIECES });
    else if (kind === 3) await writeSlowly(join(folder, `new-${name}`), bytes, { to: path, after: 2 });
    else await writeSlowly(path, bytes);
    if (kind === 4) replacing.push(replaceTaken(name));
  }

  async function replaceTaken(name: string): Promise<void> {
    const isTaken = async () => existsSync(join(folder, "done", name));
    await waitUntil(`${name} is taken`, isTaken, PATIENCE_MS);
    await writeSlowly(join(folder, name), await newContent(name));
  }

  async function newContent(name: string): Promise<Buffer> {
    const exif = { IFD0: { ImageDescription: `Content ${++contents}` } };
    const bytes = await makePicture({ width: 64, height: 48, exif });
    newest.set(name, createHash("sha256").update(bytes).digest("hex"));
    return bytes;
  }
}

async function writeSlowly(path: string, bytes: Buffer, renamed?: { to: string; after: number }): Promise<void> {
  await writeFile(path, "");
  let current = path;
  for (let piece = 1; piece <= PIECES; piece++) {
    await delay(PIECE_EVERY_MS);
    await appendFile(current, bytes.subarray(((piece - 1) * bytes.length) / PIECES, (piece * bytes.length) / PIECES));
    if (piece !== renamed?.after) continue;
    await rename(current, renamed.to);
    current = renamed.to;
  }
}
