import { createReadStream, existsSync } from "node:fs";
import { copyFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { CannotStartError } from "../errors.ts";
import { isFolderName } from "../features/uploads/uploads.text.ts";
import { isOriginalKeyOf, variantKey } from "../library/keys.ts";
import { markStorage, readMarker } from "../library/marker.ts";
import { type Database, transaction } from "../platform/db/connect.ts";
import { appliedMigrations, migrate } from "../platform/db/migrate.ts";
import {
  ABOUT,
  About,
  BackupDamagedError,
  keyOfPath,
  readLines,
  readSums,
  storedPath,
  tablePath,
} from "./backup-format.ts";
import { type LibraryTable, loadRows, type PhotoLine } from "./library-rows.ts";
import type { Library } from "./open-library.ts";

export async function readAbout(folder: string): Promise<About> {
  const about = About.safeParse(JSON.parse(await readFile(join(folder, ABOUT), "utf8")));
  if (!about.success) throw new BackupDamagedError(ABOUT);
  return about.data;
}

/** Makes the tables as they were when the backup was written. Never changes those of an existing library. */
export async function prepareTables(database: Database, migration: string): Promise<void> {
  const applied = await appliedMigrations(database.db);
  const tables = applied.length === 0 ? [] : (["user", "album", "photo", "setting"] as const);
  for (const table of tables) {
    const row = await database.db.selectFrom(table).select(sql.lit(1).as("one")).limit(1).executeTakeFirst();
    if (row) throw new CannotStartError("the database is not empty. Restore into an empty one");
  }
  if (applied.some((name) => name > migration)) {
    throw new CannotStartError("the database has tables of a newer version than the backup. Restore into an empty one");
  }
  await migrate(database, migration);
}

/** A restore never mixes with or overwrites an existing library. */
export async function requireEmpty({ storage }: Library): Promise<void> {
  const files = storage.list()[Symbol.asyncIterator]();
  if ((await readMarker(storage)) !== undefined || !(await files.next()).done) {
    throw new CannotStartError("the storage is not empty. Restore into an empty one");
  }
}

/** Files first, then all rows in one commit: an interrupted restore never looks like a complete library. */
export async function loadBackup(library: Library, folder: string): Promise<void> {
  const { storage } = library;
  const stored: string[] = [];
  try {
    for await (const { path } of readSums(folder)) {
      const key = keyOfPath(path);
      if (!key) continue;
      stored.push(key);
      await storage.putFile(key, await storage.writeTemp(createReadStream(join(folder, path))));
    }
    await transaction(library.db, (trx) => loadRows(library, trx, (table) => linesOf(folder, table)));
  } catch (error) {
    // The storage may be a bucket, which nothing else empties.
    await storage.delete(stored).catch(() => {});
    throw error;
  }
  await migrate(library.database);
  const siteFile = join(folder, "site.json");
  if (existsSync(siteFile)) await copyFile(siteFile, join(library.config.dataDir, "site.json"));
  // Last: without it the server does not start on this library.
  await markStorage(library);
}

/** Keeps only the variants whose files are in the backup. */
async function* linesOf(folder: string, table: LibraryTable): AsyncGenerator<object> {
  for await (const line of readLines(folder, tablePath(table))) {
    // Written by a backup and verified. Only photos have these fields.
    const { variants, ...row } = JSON.parse(line) as Partial<PhotoLine>;
    if (table === "photo") requireOwnFiles(row);
    yield variants ? { ...row, variants: await variantsInBackup(folder, row.internal_id ?? "", variants) } : row;
  }
}

/** Checksums show that a backup is complete, not who wrote it, and its keys decide which files are read and deleted. */
function requireOwnFiles({ id, internal_id = "", original_key = "", filename = "" }: Partial<PhotoLine>): void {
  const isName = !/[/\\]/.test(filename) && !isFolderName(filename);
  if (isName && isOriginalKeyOf(internal_id, original_key)) return;
  throw new CannotStartError(`photo ${id} of the backup names a file that is not its own. Do not trust this backup`);
}

/** Takes sizes from the files in the backup: a picture may have been remade while it was copied. */
async function variantsInBackup(
  folder: string,
  internalId: string,
  variants: PhotoLine["variants"],
): Promise<object[]> {
  const sizeOf = async (size: (typeof variants)[number]["size"], format: "jpeg" | "avif") => {
    const found = await stat(join(folder, storedPath(variantKey(internalId, size, format)))).catch(() => undefined);
    return found?.size;
  };
  const rows = await Promise.all(
    variants.map(async (variant) => {
      const jpeg_bytes = await sizeOf(variant.size, "jpeg");
      const avif_bytes = (await sizeOf(variant.size, "avif")) ?? null;
      const isWhole = jpeg_bytes !== undefined && (variant.avif_bytes === null || avif_bytes !== null);
      return isWhole ? [{ ...variant, jpeg_bytes, avif_bytes }] : [];
    }),
  );
  return rows.flat();
}
