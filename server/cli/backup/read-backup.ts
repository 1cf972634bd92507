import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, transaction } from "../../db/connect.ts";
import { appliedMigrations, migrate } from "../../db/migrate.ts";
import { CannotStartError } from "../../errors.ts";
import { isFolderName } from "../../features/uploads/uploads.text.ts";
import { isOriginalKeyOf, variantKey } from "../../library/files/keys.ts";
import { markStorage, readMarker } from "../../library/files/marker.ts";
import type { Library } from "../command/open-library.ts";
import type { BackedUpPhoto, Backup } from "./backup-format.ts";
import { formerFilesOf, keysOf, type LibraryTable, loadRows, type PhotoLine } from "./library-rows.ts";

/** Makes the tables as they were when the backup was written. Never changes those of an existing library. */
export async function prepareTables(database: Database, migration: string): Promise<void> {
  const applied = await appliedMigrations(database);
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
export async function loadBackup(library: Library, backup: Backup): Promise<number> {
  const { storage } = library;
  const stored: string[] = [];
  let photos = 0;
  try {
    for await (const { photo, files } of backup.photos()) {
      requireOwnFiles(photo, files);
      photos++;
      for (const { key, read } of files) {
        stored.push(key);
        await storage.putFile(key, await storage.writeTemp(read()));
      }
    }
    const siteFile = backup.siteFile();
    if (siteFile) await writeFile(join(library.config.dataDir, "site.json"), siteFile, { mode: 0o600 });
    const rowsOfTable = (table: LibraryTable) => (table === "photo" ? photoRows(backup) : backup.rows(table));
    await transaction(library.db, (trx) => loadRows(library, trx, { tables: backup.tables(), rowsOfTable }));
  } catch (error) {
    // The storage may be a bucket, which nothing else empties.
    await storage.delete(stored).catch(() => {});
    throw error;
  }
  await migrate(library.database);
  // Last: without it the server does not start on this library.
  await markStorage(library);
  return photos;
}

async function* photoRows(backup: Backup): AsyncGenerator<object> {
  for await (const { photo, files } of backup.photos()) yield { ...photo, variants: variantsIn(photo, files) };
}

/** Checksums show that a backup is complete, not who wrote it, and its keys decide which files are read and deleted. */
export function requireOwnFiles(photo: PhotoLine, files: BackedUpPhoto["files"]): void {
  const { id, internal_id } = photo;
  const uploads = [photo, ...formerFilesOf(photo)];
  const names = [...uploads.map(({ filename }) => filename), photo.source_filename ?? ""];
  const isOwn =
    names.every((name) => !/[/\\]/.test(name) && !isFolderName(name)) &&
    uploads.every(({ original_key }) => isOriginalKeyOf(internal_id, original_key));
  const own = isOwn ? new Set(keysOf(photo)) : undefined;
  if (own && files.every(({ key }) => own.has(key))) return;
  throw new CannotStartError(`photo ${id} of the backup names a file that is not its own. Do not trust this backup`);
}

/**
 * Only the variants whose files are in the backup. Takes sizes from the files: a picture may have been remade while it was
 * copied.
 */
function variantsIn({ internal_id, variants }: PhotoLine, files: BackedUpPhoto["files"]): PhotoLine["variants"] {
  const sizes = new Map(files.map(({ key, size }) => [key, size]));
  return variants.flatMap((variant) => {
    const jpeg_bytes = sizes.get(variantKey(internal_id, variant.size, "jpeg"));
    const avif_bytes = sizes.get(variantKey(internal_id, variant.size, "avif")) ?? null;
    const hdr_bytes = sizes.get(variantKey(internal_id, variant.size, "hdr")) ?? null;
    const isWhole = jpeg_bytes !== undefined && (variant.avif_bytes === null || avif_bytes !== null);
    // Without the gain map the photo is shown by the JPEG. An older backup has no such column.
    return isWhole ? [{ ...variant, jpeg_bytes, avif_bytes, ...("hdr_bytes" in variant && { hdr_bytes }) }] : [];
  });
}
