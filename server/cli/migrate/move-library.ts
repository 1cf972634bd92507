import { createHash } from "node:crypto";
import { sql } from "kysely";
import { transaction } from "../../db/connect.ts";
import type { Db } from "../../db/schema.ts";
import { inSnapshot } from "../../db/snapshot.ts";
import { CannotStartError } from "../../errors.ts";
import { markStorageAs, readMarker, storedLibraryId } from "../../library/files/marker.ts";
import { hashStream } from "../../platform/hash.ts";
import { settleAll } from "../../platform/settle-all.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import {
  keysOf,
  type LibraryTable,
  loadRows,
  type PhotoLine,
  photosOf,
  rowsOf,
  TABLES,
} from "../backup/library-rows.ts";
import { rowLine } from "../backup/lines.ts";
import type { Library } from "../command/open-library.ts";

const PHOTOS_AT_A_TIME = 8;

export type MoveResult = { photos: number; copied: number; kept: number; bytes: number; warnings: string[] };

/**
 * Copies files first and reads each one back; then commits all rows together and compares both sides. If interrupted, the
 * target has no rows yet, and the same command resumes. Until then no server starts on the target: its storage is marked
 * as this library's, but its database is not.
 */
export async function moveLibrary(source: Library, target: Library): Promise<MoveResult> {
  const id = await storedLibraryId(source.db);
  if (id === undefined) throw new CannotStartError("there is no library in the database");
  const isLoaded = await checkTarget(target, id);
  await markStorageAs(target.storage, id);
  const result: MoveResult = { photos: 0, copied: 0, kept: 0, bytes: 0, warnings: [] };
  await inSnapshot(source.database, async (snapshot) => {
    await copyFiles(source.storage, target.storage, photosOf(snapshot), result);
    if (!isLoaded) await copyRows(snapshot, target);
    for (const table of TABLES) await compareRows(snapshot, target.db, table);
  });
  const leftOver = (await countFiles(target.storage)) - result.copied - result.kept;
  if (leftOver !== 0) result.warnings.push(`${leftOver} files of the new storage belong to no photo`);
  return result;
}

/** Whether the rows are already there. Refuses to mix with or overwrite another site. */
async function checkTarget({ db, storage }: Library, id: string): Promise<boolean> {
  const marker = await readMarker(storage);
  if (marker === undefined ? (await countFiles(storage)) > 0 : marker !== id) {
    throw new CannotStartError("the new storage already holds something else. Name an empty one");
  }
  for (const table of ["user", "album", "photo"] as const) {
    const row = await db.selectFrom(table).select(sql.lit(1).as("one")).limit(1).executeTakeFirst();
    if (!row) continue;
    if ((await storedLibraryId(db)) === id) return true;
    throw new CannotStartError("the new database already holds another site. Name an empty one");
  }
  return false;
}

async function copyFiles(
  from: Storage,
  to: Storage,
  photos: AsyncGenerator<PhotoLine>,
  result: MoveResult,
): Promise<void> {
  const worker = async () => {
    // All workers share the generator, which hands each photo to exactly one of them.
    for (let next = await photos.next(); !next.done; next = await photos.next()) {
      await copyPhoto(from, to, next.value, result);
    }
  };
  await settleAll(Array.from({ length: PHOTOS_AT_A_TIME }, worker));
}

async function copyPhoto(from: Storage, to: Storage, photo: PhotoLine, result: MoveResult): Promise<void> {
  result.photos++;
  for (const key of keysOf(photo)) {
    const file = await fingerprintOf(from, key);
    if (!file) {
      result.warnings.push(`Photo ${photo.id}: ${key} is missing`);
      continue;
    }
    if (key === photo.original_key && file.sha256 !== photo.sha256) {
      result.warnings.push(`Photo ${photo.id}: its file differs from what was uploaded`);
    }
    result.bytes += file.bytes;
    if ((await fingerprintOf(to, key))?.sha256 === file.sha256) {
      result.kept++;
      continue;
    }
    const source = await from.open(key);
    if (!source) throw new CannotStartError(`${key} disappeared while copying. Is a server running?`);
    await to.putFile(key, await to.writeTemp(source.stream));
    if ((await fingerprintOf(to, key))?.sha256 !== file.sha256) {
      throw new CannotStartError(`${key} was not stored correctly. Run the same command again`);
    }
    result.copied++;
  }
}

async function copyRows(snapshot: Db, target: Library): Promise<void> {
  await transaction(target.db, async (trx) => {
    // A server that refused to start here may have left settings, but no site.
    await trx.deleteFrom("setting").execute();
    await loadRows(target, trx, { tables: TABLES, rowsOfTable: (table) => rowsOf(snapshot, table) });
  });
}

async function compareRows(source: Db, target: Db, table: LibraryTable): Promise<void> {
  const [ours, theirs] = [await digestOf(source, table), await digestOf(target, table)];
  if (ours.sha256 === theirs.sha256) return;
  throw new CannotStartError(
    `the table ${table} differs from the site's (${theirs.rows} rows instead of ${ours.rows}). One of them has changed since the copy. The new site was left unchanged`,
  );
}

async function digestOf(db: Db, table: LibraryTable): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const row of rowsOf(db, table)) {
    hash.update(rowLine(row));
    rows++;
  }
  return { rows, sha256: hash.digest("hex") };
}

async function fingerprintOf(storage: Storage, key: string): Promise<{ sha256: string; bytes: number } | undefined> {
  const file = await storage.open(key);
  return file && { sha256: await hashStream(file.stream), bytes: file.size };
}

async function countFiles(storage: Storage): Promise<number> {
  let count = 0;
  for await (const _file of storage.list()) count++;
  return count;
}
