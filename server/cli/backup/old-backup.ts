import { createReadStream } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isInside } from "../../platform/inside-folder.ts";
import {
  type BackedUpFile,
  type Backup,
  BackupDamagedError,
  hashBackupFile,
  SITE_FILE,
  sha256Of,
  sumLine,
  tablePath,
  tablesIn,
} from "./backup-format.ts";
import { keysOf, type PhotoLine } from "./library-rows.ts";
import { readLines } from "./lines.ts";
import { verified } from "./stored-file.ts";

/**
 * Backups of format 1, made by versions before 0.2: a folder with one backup, its files under `storage/` and their keys.
 * SHA256SUMS lists all of them, and SHA256SUMS.sha256 is the checksum of that list. They can be restored, not continued.
 */
const SUMS = "SHA256SUMS";
const SUMS_OF_SUMS = "SHA256SUMS.sha256";

const OldAbout = z.object({ format: z.literal(1), made_at: z.string(), migration: z.string(), photos: z.number() });

export async function openOldBackup(folder: string, aboutJson: unknown): Promise<Backup> {
  const about = OldAbout.safeParse(aboutJson);
  if (!about.success) throw new BackupDamagedError("backup.json");
  const sumsText = await readFile(join(folder, SUMS), "utf8").catch(() => "");
  const sums = parseSums(sumsText);
  const read = (path: string) => verified(createReadStream(join(folder, path)), { sha256: sums.get(path), path });

  async function verify(isWanted: (path: string) => boolean): Promise<void> {
    const written = await readFile(join(folder, SUMS_OF_SUMS), "utf8").catch(() => undefined);
    if (written !== sumLine(sha256Of(sumsText), SUMS)) throw new BackupDamagedError(SUMS);
    for (const [path, sha256] of sums) {
      if (isWanted(path) && (await hashBackupFile(folder, path)) !== sha256) throw new BackupDamagedError(path);
    }
  }

  async function findStored(key: string): Promise<BackedUpFile | undefined> {
    const path = join("storage", key);
    const sha256 = sums.get(path);
    if (!sha256) return undefined;
    const found = await lstat(join(folder, path)).catch(() => undefined);
    const isPresent = found?.isFile() && (await isInside(folder, path));
    return { key, size: found?.size ?? 0, sha256, read: () => (isPresent ? read(path) : missing(path)) };
  }

  return {
    ...about.data,
    fingerprint: sha256Of(sumsText),
    verify: () => verify(() => true),
    verifyRows: () => verify((path) => !path.startsWith("storage/")),
    tables: () => tablesIn([...sums.keys()]),
    async *rows(table) {
      for await (const line of readLines(read(tablePath(table)))) yield JSON.parse(line) as object;
    },
    async *photos() {
      for await (const line of readLines(read(tablePath("photo")))) {
        // Written by a backup and verified.
        const photo = JSON.parse(line) as PhotoLine;
        const files = await Promise.all(keysOf(photo).map((key) => findStored(key)));
        yield { photo, files: files.filter((file) => file !== undefined) };
      }
    },
    siteFile: () => (sums.has(SITE_FILE) ? read(SITE_FILE) : undefined),
  };
}

function missing(path: string): never {
  throw new BackupDamagedError(path);
}

function parseSums(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      if (!sha256 || !path) throw new BackupDamagedError(SUMS);
      return [path, sha256];
    }),
  );
}
