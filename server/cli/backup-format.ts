import { createHash, type Hash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { chmod, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { CannotStartError } from "../errors.ts";
import { isInside } from "../platform/inside-folder.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../platform/private-files.ts";
import type { LibraryTable } from "./library-rows.ts";

/**
 * A backup is a folder in the same format for every database and storage:
 *   backup.json        format, date, migration and number of photos
 *   tables/*.jsonl     one row per line; a photo with its variants
 *   storage/…          originals and variants under their keys
 *   site.json          the site's texts
 *   SHA256SUMS         checksums of all of these, for `sha256sum -c`
 *   SHA256SUMS.sha256  checksum of that list; written last, so a backup without it is incomplete
 */
export const SUMS = "SHA256SUMS";
export const SUMS_OF_SUMS = "SHA256SUMS.sha256";
export const ABOUT = "backup.json";

export const tablePath = (table: LibraryTable) => `tables/${table}.jsonl`;

const STORED = "storage/";
export const storedPath = (key: string) => STORED + key;

/** Undefined for files from outside the storage. Refuses keys that would escape from it. */
export function keyOfPath(path: string): string | undefined {
  if (!path.startsWith(STORED)) return undefined;
  const key = path.slice(STORED.length);
  if (!/^(originals|variants)(\/[a-z0-9][\w-]*(\.\w+)?)+$/i.test(key)) throw new BackupDamagedError(path);
  return key;
}

export const About = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The newest migration of the database when the rows were written. */
  migration: z.string(),
  photos: z.number(),
});
export type About = z.infer<typeof About>;

/** Writes the files of a backup and records their checksums. */
export type BackupWriter = {
  write(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<{ sha256: string; size: number }>;
  finish(): Promise<void>;
  /** Also after a failure: Node ends a process that loses an open file. */
  close(): Promise<void>;
};

export async function createBackupWriter(folder: string): Promise<BackupWriter> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // The folder may already have existed, empty.
  await chmod(folder, PRIVATE_FOLDER);
  const sums = await open(join(folder, SUMS), "wx", PRIVATE_FILE);
  const sumsHash = createHash("sha256");

  async function writeHashed(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hash: Hash) {
    await mkdir(join(folder, dirname(path)), { recursive: true, mode: PRIVATE_FOLDER });
    const file = await open(join(folder, path), "wx", PRIVATE_FILE);
    let size = 0;
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest("hex"), size };
  }

  return {
    async write(path, chunks) {
      const written = await writeHashed(path, chunks, createHash("sha256"));
      const line = sumLine(written.sha256, path);
      sumsHash.update(line);
      await sums.writeFile(line);
      return written;
    },
    async finish() {
      await sums.sync();
      await sums.close();
      const line = sumLine(sumsHash.digest("hex"), SUMS);
      await writeHashed(SUMS_OF_SUMS, [Buffer.from(line)], createHash("sha256"));
    },
    close: () => sums.close(),
  };
}

const sumLine = (sha256: string, path: string) => `${sha256}  ${path}\n`;

/** Throws BackupDamagedError unless every listed file is there, byte for byte. */
export async function verifyBackup(folder: string): Promise<void> {
  const sums = sumLine(await hashFile(folder, SUMS), SUMS).trimEnd();
  for await (const line of readLines(folder, SUMS_OF_SUMS)) if (line !== sums) throw new BackupDamagedError(SUMS);
  for await (const { sha256, path } of readSums(folder)) {
    if ((await hashFile(folder, path)) !== sha256) throw new BackupDamagedError(path);
  }
}

export async function* readSums(folder: string): AsyncGenerator<{ sha256: string; path: string }> {
  for await (const line of readLines(folder, SUMS)) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sha256 || !path) throw new BackupDamagedError(SUMS);
    yield { sha256, path };
  }
}

export async function* readLines(folder: string, path: string): AsyncGenerator<string> {
  if (!existsSync(join(folder, path))) throw new BackupDamagedError(path);
  const input = createReadStream(join(folder, path));
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** A row as one line. JSON allows U+2028 and U+2029 unescaped, but some line readers split at them. */
export function rowLine(row: object): string {
  const json = JSON.stringify(row).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${json}\n`;
}

async function hashFile(folder: string, path: string): Promise<string> {
  if (!existsSync(join(folder, path))) throw new BackupDamagedError(path);
  // A link in a backup could bring any file of this machine into the site.
  if (!(await isInside(folder, path))) throw new BackupDamagedError(path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk);
  return hash.digest("hex");
}

export class BackupDamagedError extends CannotStartError {
  constructor(path: string) {
    super(`the backup is damaged or incomplete: ${path} is missing or has changed`);
  }
}
