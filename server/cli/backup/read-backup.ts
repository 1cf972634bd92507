import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, transaction } from "../../db/connect.ts";
import { appliedMigrations, migrate } from "../../db/migrate.ts";
import { CannotStartError } from "../../errors.ts";
import { isFolderName } from "../../features/uploads/uploads.text.ts";
import { isOriginalKeyOf, variantKey } from "../../library/files/keys.ts";
import { markRestoring, markStorage, readMarker } from "../../library/files/marker.ts";
import type { Stores } from "../../open-stores.ts";
import { hashStream } from "../../platform/hash.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Library } from "../command/open-library.ts";
import { type BackedUpFile, type BackedUpPhoto, type Backup, BackupDamagedError } from "./backup-format.ts";
import { formerFilesOf, keysOf, type LibraryTable, loadRows, type PhotoLine } from "./library-rows.ts";

export type RestoreOptions = {
  /** Whether an interrupted restore of the same backup has left what it had done. */
  isContinued?: boolean;
  /** Damaged files are left out, and each photo that lacks some is reported. Without it they are an error. */
  onDamaged?: (photo: PhotoLine, keys: readonly string[]) => void;
};

/** Marks the target, and makes the tables as they were when the backup was written. Never changes an existing library. */
export async function prepareTarget(
  { database, storage }: Stores,
  backup: Backup,
  { isContinued = false }: RestoreOptions = {},
): Promise<void> {
  const applied = await appliedMigrations(database);
  const isLoaded = applied.length > 0 && (await hasRows(database));
  if (isContinued && isLoaded) return;
  if (isLoaded) throw new CannotStartError("the database is not empty. Restore into an empty one");
  if (applied.some((name) => name > backup.migration)) {
    throw new CannotStartError("the database has tables of a newer version than the backup. Restore into an empty one");
  }
  if (!isContinued) {
    await requireEmpty(storage);
    await markRestoring(storage, backup.fingerprint);
  }
  await migrate(database, backup.migration);
}

async function hasRows({ db }: Pick<Database, "db">): Promise<boolean> {
  for (const table of ["user", "album", "photo", "setting"] as const) {
    if (await db.selectFrom(table).select(sql.lit(1).as("one")).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** A restore never mixes with or overwrites an existing library. */
async function requireEmpty(storage: Storage): Promise<void> {
  const files = storage.list()[Symbol.asyncIterator]();
  if ((await readMarker(storage)) !== undefined || !(await files.next()).done) {
    throw new CannotStartError("the storage is not empty. Restore into an empty one");
  }
}

/** Files first, then all rows in one commit. `finishRestore` does the rest. */
export async function loadBackup(
  library: Library,
  backup: Backup,
  { isContinued = false, onDamaged }: RestoreOptions = {},
): Promise<number> {
  let photos = 0;
  const left = new Set<string>();
  for await (const { photo, files } of backup.photos()) {
    requireOwnFiles(photo, files);
    photos++;
    const damaged: string[] = [];
    for (const file of files) {
      if (isContinued && (await isStored(library.storage, file))) continue;
      if (!(await loadFile(library.storage, file, onDamaged !== undefined))) damaged.push(file.key);
    }
    if (damaged.length === 0) continue;
    for (const key of damaged) left.add(key);
    await deleteUnused(
      library.storage,
      photo,
      files.filter(({ key }) => !left.has(key)),
    );
    onDamaged?.(photo, damaged);
  }
  const siteFile = backup.siteFile();
  if (siteFile) await writeFile(join(library.config.dataDir, "site.json"), siteFile, { mode: 0o600 });
  const rowsOfTable = (table: LibraryTable) => (table === "photo" ? photoRows(backup, left) : backup.rows(table));
  if (!(await hasRows(library.database)))
    await transaction(library.db, (trx) => loadRows(library, trx, { tables: backup.tables(), rowsOfTable }));
  return photos;
}

/** The mark of the storage comes last: without it no server starts on the library. */
export async function finishRestore(library: Library): Promise<void> {
  await migrate(library.database);
  await markStorage(library);
}

/** A picture is made again in all its formats. */
async function deleteUnused(storage: Storage, photo: PhotoLine, whole: BackedUpFile[]): Promise<void> {
  const used = new Set<string>(keysOf({ ...photo, variants: variantsIn(photo, whole) }));
  await storage.delete(whole.map(({ key }) => key).filter((key) => !used.has(key)));
}

async function isStored(storage: Storage, { key, size, sha256 }: BackedUpFile): Promise<boolean> {
  if ((await storage.sizeOf(key)) !== size) return false;
  const stored = await storage.open(key);
  return stored !== undefined && (await hashStream(stored.stream)) === sha256;
}

/** False if the file is damaged and skipped. */
async function loadFile(storage: Storage, { key, read }: BackedUpFile, isSkipped: boolean): Promise<boolean> {
  try {
    await storage.putFile(key, await storage.writeTemp(read()));
    return true;
  } catch (error) {
    if (isSkipped && error instanceof BackupDamagedError) return false;
    throw error;
  }
}

async function* photoRows(backup: Backup, left: ReadonlySet<string>): AsyncGenerator<object> {
  for await (const { photo, files } of backup.photos()) {
    const whole = files.filter(({ key }) => !left.has(key));
    yield { ...photo, variants: variantsIn(photo, whole) };
  }
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
