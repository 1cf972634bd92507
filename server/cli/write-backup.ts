import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { appliedMigrations } from "../platform/db/migrate.ts";
import { inSnapshot } from "../platform/db/snapshot.ts";
import { ABOUT, type About, type BackupWriter, readLines, rowLine, storedPath, tablePath } from "./backup-format.ts";
import { keysOf, type PhotoLine, rowsOf, TABLES } from "./library-rows.ts";
import type { Library } from "./open-library.ts";

export type BackupResult = { photos: number; files: number; bytes: number; warnings: string[] };

/**
 * Reads the rows in one snapshot, then their files. Originals never change, and deletes are postponed until the end, so
 * the backup is the library at a single moment.
 */
export async function writeBackup(library: Library, folder: string, writer: BackupWriter): Promise<BackupResult> {
  const migration = (await appliedMigrations(library.db)).at(-1) ?? "";
  await inSnapshot(library.database, async (snapshot) => {
    for (const table of TABLES) await writer.write(tablePath(table), asLines(rowsOf(snapshot, table)));
  });
  const result: BackupResult = { photos: 0, files: 0, bytes: 0, warnings: [] };
  for await (const line of readLines(folder, tablePath("photo"))) {
    // Written just above.
    await copyFiles(library, writer, JSON.parse(line) as PhotoLine, result);
  }
  const siteFile = join(library.config.dataDir, "site.json");
  if (existsSync(siteFile)) await writer.write("site.json", [await readFile(siteFile)]);
  const about: About = { format: 1, made_at: library.now().toISOString(), migration, photos: result.photos };
  await writer.write(ABOUT, [Buffer.from(`${JSON.stringify(about, undefined, 2)}\n`)]);
  await writer.finish();
  return result;
}

async function* asLines(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(rowLine(row));
}

async function copyFiles(
  { storage }: Library,
  writer: BackupWriter,
  photo: PhotoLine,
  result: BackupResult,
): Promise<void> {
  result.photos++;
  const [originalKey, ...variantKeys] = keysOf(photo);
  const original = await copy(originalKey);
  if (!original) result.warnings.push(`Photo ${photo.id}: its file is missing`);
  else if (original.sha256 !== photo.sha256)
    result.warnings.push(`Photo ${photo.id}: its file differs from what was uploaded`);
  for (const key of variantKeys) await copy(key);

  async function copy(key: string): Promise<{ sha256: string } | undefined> {
    const file = await storage.open(key);
    if (!file) return undefined;
    const written = await writer.write(storedPath(key), file.stream);
    result.files++;
    result.bytes += written.size;
    return written;
  }
}
