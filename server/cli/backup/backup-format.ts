import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { CannotStartError } from "../../errors.ts";
import { hashFile } from "../../platform/hash.ts";
import { isFileInside } from "../../platform/inside-folder.ts";
import { type LibraryTable, type PhotoLine, TABLES } from "./library-rows.ts";

/**
 * A folder of backups, in the same format for every database and storage:
 *   vitrine-backups.json      marks the folder and names the library
 *   key.age                   in a folder of encrypted backups: its secret, encrypted with the passphrase
 *   files/ab/abcd…            originals and pictures of all backups, each content once, named by its SHA-256
 *   runs/2026-11-17T…Z/       one backup, complete in itself together with `files`:
 *     backup.json             date, migration, number of photos; path, size and SHA-256 of the other files of the run
 *     backup.json.sha256      checksum of backup.json, for `sha256sum -c`
 *     tables/*.jsonl          one row per line; a photo with its variants and its places in albums
 *     files.jsonl             one line per photo: key, size and SHA-256 of its files
 *     site.json               the site's settings, as a file
 *   damaged/                  stored files that have changed since, if a check has found any
 *   incoming/                 unfinished work of a running or interrupted backup
 *   lock.sqlite               keeps a second backup out
 * A run is written in `incoming` and renamed once it is complete. The SHA-256 of backup.json covers every byte of a run.
 * Encrypted backups (format 3) are the same with every file of a run encrypted and named `.age`, and with the files in `files`
 * encrypted and named by a secret function of their SHA-256 (backup-cipher.ts).
 */
export const MARK = "vitrine-backups.json";
export const KEY = "key.age";
export const FILES = "files";
export const RUNS = "runs";
export const INCOMING = "incoming";
export const DAMAGED = "damaged";
export const ABOUT = "backup.json";
export const FILE_LIST = "files.jsonl";
export const SITE_FILE = "site.json";

export const Mark = z.object({ format: z.literal([2, 3]), library_id: z.string() });
export type Mark = z.infer<typeof Mark>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Fingerprint = z.object({ sha256: Sha256, size: z.number().int().nonnegative() });
export type Fingerprint = z.infer<typeof Fingerprint>;

const Content = Fingerprint.extend({
  path: z.string().regex(/^(tables\/[a-z_]+\.jsonl|files\.jsonl|site\.json)$/),
});
export type Content = z.infer<typeof Content>;

export const About = z.object({
  format: z.literal(2),
  made_at: z.string(),
  /** The newest migration of the database when the rows were written. */
  migration: z.string(),
  photos: z.number(),
  contents: z.array(Content),
});
export type About = z.infer<typeof About>;

export const StoredFile = Fingerprint.extend({ key: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

/** In the order of the photos. The version shows whether pictures were made again since the last run. */
export const FilesOfPhoto = z.object({
  photo_id: z.number(),
  image_version: z.number(),
  files: z.array(StoredFile),
});
export type FilesOfPhoto = z.infer<typeof FilesOfPhoto>;

/** One backup, whatever its format. Call `verify` or `verifyRows` before anything else. */
export type Backup = {
  made_at: string;
  migration: string;
  photos: () => AsyncIterable<BackedUpPhoto>;
  /**
   * Covers every byte of the backup. Someone who can write to the folder can also write matching checksums, but not a
   * backup with the fingerprint that was recorded elsewhere.
   */
  fingerprint: string;
  /** Throws BackupDamagedError unless every byte is as it was written. */
  verify(): Promise<void>;
  /** The same for the rows and texts alone, without the originals and pictures. */
  verifyRows(): Promise<void>;
  tables(): LibraryTable[];
  rows(table: LibraryTable): AsyncIterable<object>;
  /** The site's settings, as a file. Undefined if there were none. */
  siteFile(): AsyncIterable<Uint8Array> | undefined;
};

export type BackedUpPhoto = { photo: PhotoLine; files: BackedUpFile[] };
export type BackedUpFile = { key: string; size: number; sha256: string; read(): AsyncIterable<Uint8Array> };

export const tablePath = (table: string) => `tables/${table}.jsonl`;
/** Of the tables of this version, those that a backup of any version has. */
export const tablesIn = (paths: readonly string[]) => TABLES.filter((table) => paths.includes(tablePath(table)));

export const objectPath = (name: string) => `${FILES}/${name.slice(0, 2)}/${name}`;

/** The checksum of a file, for `sha256sum -c`. */
export const sumPath = (path: string) => `${path}.sha256`;

export const sumLine = (sha256: string, path: string) => `${sha256}  ${path}\n`;

export const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/** Throws BackupDamagedError if there is no such file in the folder, if it is none, or if a link leads out of it. */
export async function hashBackupFile(folder: string, path: string): Promise<string> {
  // A link in a backup could bring any file of this machine into the site.
  if (!(await isFileInside(folder, path).catch(() => false))) throw new BackupDamagedError(path);
  return hashFile(join(folder, path));
}

export class BackupDamagedError extends CannotStartError {
  constructor(path: string) {
    super(`the backup is damaged or incomplete: ${path} is missing or has changed`);
  }
}
