import { createReadStream, existsSync } from "node:fs";
import { copyFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Transaction } from "kysely";
import { CannotStart } from "../errors.ts";
import { transaction } from "../platform/db/connect.ts";
import { migrate } from "../platform/db/migrate.ts";
import type { Schema } from "../platform/db/schema.ts";
import { variantKey } from "../platform/storage/keys.ts";
import { isMarked, markStorage } from "../platform/storage/marker.ts";
import {
  ABOUT,
  About,
  BackupDamaged,
  type BackupTable,
  keyOfPath,
  type PhotoLine,
  readLines,
  readSums,
  storedPath,
  TABLES,
  tablePath,
} from "./backup-format.ts";
import type { Library } from "./open-library.ts";

/** Below the number of parameters that either database takes in one statement. */
const ROWS_PER_INSERT = 200;

export async function readAbout(folder: string): Promise<About> {
  const about = About.safeParse(JSON.parse(await readFile(join(folder, ABOUT), "utf8")));
  if (!about.success) throw new BackupDamaged(ABOUT);
  return about.data;
}

/** Nothing is ever mixed with, or written over, what is there. */
export async function requireEmpty({ db, storage }: Library): Promise<void> {
  for (const table of ["user", "album", "photo", "setting"] as const) {
    const row = await db.selectFrom(table).select(sql.lit(1).as("one")).limit(1).executeTakeFirst();
    if (row) throw new CannotStart("the database is not empty. Restore into an empty one");
  }
  const files = storage.list()[Symbol.asyncIterator]();
  if ((await isMarked(storage)) || !(await files.next()).done) {
    throw new CannotStart("the storage is not empty. Restore into an empty one");
  }
}

/** Files first, rows in one commit after them: whatever ends this half-way leaves no library that seems whole. */
export async function loadBackup(library: Library, folder: string): Promise<void> {
  const { storage } = library;
  for await (const { path } of readSums(folder)) {
    const key = keyOfPath(path);
    if (key) await storage.putFile(key, await storage.writeTemp(createReadStream(join(folder, path))));
  }
  await transaction(library.db, async (trx) => {
    for (const table of TABLES) await loadTable(trx, folder, table);
    if (library.database.dialect === "postgres") await moveSequences(trx);
  });
  await migrate(library.database);
  const siteFile = join(folder, "site.json");
  if (existsSync(siteFile)) await copyFile(siteFile, join(library.config.dataDir, "site.json"));
  // Last: without it the server does not start on this library.
  await markStorage(library);
}

async function loadTable(trx: Transaction<Schema>, folder: string, table: BackupTable): Promise<void> {
  let rows: object[] = [];
  let variants: object[] = [];
  const insert = async () => {
    await insertRows(trx, table, rows);
    await insertRows(trx, "variant", variants);
    rows = [];
    variants = [];
  };
  for await (const line of readLines(folder, tablePath(table))) {
    // Written by a backup, and its bytes are as they were. Only photos have the fields named here.
    const { variants: made = [], ...row } = JSON.parse(line) as Partial<PhotoLine>;
    rows.push(row);
    variants.push(...(await standing(folder, row.internal_id ?? "", made)));
    if (rows.length === ROWS_PER_INSERT) await insert();
  }
  await insert();
}

async function insertRows(trx: Transaction<Schema>, table: BackupTable | "variant", rows: readonly object[]) {
  // Rows of this table as it was at the backup's migration, which is the one that now stands.
  if (rows.length > 0)
    await trx
      .insertInto(table)
      .values(rows as never)
      .execute();
}

/** With the sizes that the files of the backup have: a picture may have been made anew while it was being copied. */
async function standing(folder: string, internalId: string, variants: PhotoLine["variants"]): Promise<object[]> {
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

/** Rows came with their ids, of which PostgreSQL takes no notice when it gives out the next. */
async function moveSequences(trx: Transaction<Schema>): Promise<void> {
  for (const table of TABLES.filter((table) => table !== "setting")) {
    await sql`
      select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), max(id)) from ${sql.table(table)} having max(id) > 0
    `.execute(trx);
  }
}
