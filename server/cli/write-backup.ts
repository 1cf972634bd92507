import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { PhotoId } from "../../contract/photos.ts";
import { appliedMigrations } from "../platform/db/migrate.ts";
import type { Db } from "../platform/db/schema.ts";
import { HOLD_DELETES_SETTING } from "../platform/storage/intents.ts";
import { variantKey } from "../platform/storage/keys.ts";
import {
  ABOUT,
  type About,
  type BackupTable,
  type BackupWriter,
  type PhotoLine,
  readLines,
  rowLine,
  storedPath,
  TABLES,
  tablePath,
} from "./backup-format.ts";
import type { Library } from "./open-library.ts";

const ROWS_PER_BATCH = 500;

export type BackupResult = { photos: number; files: number; bytes: number; warnings: string[] };

/**
 * The rows are read in one snapshot, then the files that they name. Originals never change, and files of deleted photos
 * are held back meanwhile: so the backup is the library as it was at one moment.
 */
export async function writeBackup(library: Library, folder: string, writer: BackupWriter): Promise<BackupResult> {
  const migration = (await appliedMigrations(library.db)).at(-1) ?? "";
  await inSnapshot(library, async (snapshot) => {
    for (const table of TABLES) await writer.write(tablePath(table), asLines(rowsOf(snapshot, table)));
  });
  const result: BackupResult = { photos: 0, files: 0, bytes: 0, warnings: [] };
  for await (const line of readLines(folder, tablePath("photo"))) {
    // Written a moment ago, just above.
    await copyFiles(library, writer, JSON.parse(line) as PhotoLine, result);
  }
  const siteFile = join(library.config.dataDir, "site.json");
  if (existsSync(siteFile)) await writer.write("site.json", [await readFile(siteFile)]);
  const about: About = { format: 1, made_at: library.now().toISOString(), migration, photos: result.photos };
  await writer.write(ABOUT, [Buffer.from(`${JSON.stringify(about, undefined, 2)}\n`)]);
  await writer.finish();
  return result;
}

/** Both databases show a reading transaction the same moment throughout, and keep no writer waiting for it. */
function inSnapshot<T>({ db, database }: Library, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const begin = database.dialect === "sqlite" ? "begin deferred" : "begin isolation level repeatable read read only";
    await sql.raw(begin).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw("rollback").execute(connection);
    }
  });
}

async function* asLines(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(rowLine(row));
}

async function* rowsOf(snapshot: Db, table: BackupTable): AsyncGenerator<object> {
  if (table === "setting") {
    // This very backup's hold is not part of the library.
    yield* await snapshot.selectFrom("setting").selectAll().where("key", "<>", HOLD_DELETES_SETTING).execute();
    return;
  }
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select * from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(ROWS_PER_BATCH)}
    `.execute(snapshot);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield* table === "photo" ? await withVariants(snapshot, rows) : rows;
  }
}

async function withVariants(snapshot: Db, photos: readonly { id: number }[]): Promise<object[]> {
  // Read from the table of photos.
  const ids = photos.map(({ id }) => id as PhotoId);
  const variants = await snapshot.selectFrom("variant").selectAll().where("photo_id", "in", ids).execute();
  const byPhoto = Map.groupBy(variants, (variant): number => variant.photo_id);
  return photos.map((photo) => ({ ...photo, variants: byPhoto.get(photo.id) ?? [] }));
}

async function copyFiles(
  { storage }: Library,
  writer: BackupWriter,
  photo: PhotoLine,
  result: BackupResult,
): Promise<void> {
  result.photos++;
  const original = await copy(photo.original_key);
  if (!original) result.warnings.push(`Photo ${photo.id}: its file is missing`);
  else if (original.sha256 !== photo.sha256)
    result.warnings.push(`Photo ${photo.id}: its file is not what was uploaded`);
  for (const { size, avif_bytes } of photo.variants) {
    await copy(variantKey(photo.internal_id, size, "jpeg"));
    if (avif_bytes !== null) await copy(variantKey(photo.internal_id, size, "avif"));
  }

  async function copy(key: string): Promise<{ sha256: string } | undefined> {
    const file = await storage.open(key);
    if (!file) return undefined;
    const written = await writer.write(storedPath(key), file.stream);
    result.files++;
    result.bytes += written.size;
    return written;
  }
}
