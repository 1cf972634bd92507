import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { appliedMigrations } from "../../db/migrate.ts";
import { inSnapshot } from "../../db/snapshot.ts";
import type { Library } from "../command/open-library.ts";
import { FILE_LIST, type FilesOfPhoto, RUNS, SITE_FILE, type StoredFile, tablePath } from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { runName } from "./keep-backups.ts";
import { formerFilesOf, type PhotoLine, rowsOf, TABLES, variantFilesOf } from "./library-rows.ts";
import { readLines, rowLine } from "./lines.ts";
import { fileLists } from "./open-backup.ts";
import { readStored } from "./stored-file.ts";

export type BackupResult = {
  photos: number;
  files: number;
  bytes: number;
  /** Of these, what this run has copied. The rest was there. */
  copied: { files: number; bytes: number };
  warnings: string[];
  fingerprint: string;
};

/**
 * Reads the rows in one snapshot, then copies the files they name, except those that an earlier run has. Originals never
 * change, and deletes are postponed until the end, so the backup is the library at a single moment.
 */
export async function writeBackup(library: Library, store: BackupStore): Promise<BackupResult> {
  const startedAt = library.now();
  const [newest] = (await store.runs()).slice(-1);
  const run = await store.begin(runName(startedAt));
  const migration = (await appliedMigrations(library.database)).at(-1) ?? "";
  await inSnapshot(library.database, async (snapshot) => {
    for (const table of TABLES) await run.write(tablePath(table), asLines(rowsOf(snapshot, table)));
  });
  const result: BackupResult = {
    photos: 0,
    files: 0,
    bytes: 0,
    copied: { files: 0, bytes: 0 },
    warnings: [],
    fingerprint: "",
  };
  const earlier = newest === undefined ? none() : fileLists(join(store.folder, RUNS, newest), store.cipher);
  const photos = readLines(readStored(run.folder, store.cipher.nameOf(tablePath("photo")), store.cipher));
  const lists = copyFiles(library, { store, photos, earlier, result });
  await run.write(FILE_LIST, asLines(lists));
  const siteFile = join(library.config.dataDir, SITE_FILE);
  if (existsSync(siteFile)) await run.write(SITE_FILE, [await readFile(siteFile)]);
  result.fingerprint = await run.finish({ made_at: startedAt.toISOString(), migration, photos: result.photos });
  return result;
}

async function* none(): AsyncGenerator<FilesOfPhoto> {}

async function* asLines(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(rowLine(row));
}

type Copying = {
  store: BackupStore;
  photos: AsyncIterable<string>;
  /** The lists of the newest run, in the order of the photos. */
  earlier: AsyncGenerator<FilesOfPhoto>;
  result: BackupResult;
};

async function* copyFiles(library: Library, { store, photos, earlier, result }: Copying): AsyncGenerator<FilesOfPhoto> {
  try {
    let next = await earlier.next();
    for await (const line of photos) {
      // Written just above.
      const photo = JSON.parse(line) as PhotoLine;
      while (!next.done && next.value.photo_id < photo.id) next = await earlier.next();
      const known = next.done || next.value.photo_id !== photo.id ? undefined : next.value;
      const files = await copyPhoto(library, { store, photo, known, result });
      result.photos++;
      result.files += files.length;
      for (const { size } of files) result.bytes += size;
      yield { photo_id: photo.id, image_version: photo.image_version, files };
    }
  } finally {
    await earlier.return(undefined);
  }
}

type Copied = { store: BackupStore; photo: PhotoLine; known: FilesOfPhoto | undefined; result: BackupResult };

async function copyPhoto({ storage }: Library, { store, photo, known, result }: Copied): Promise<StoredFile[]> {
  const original = await copyOriginal();
  const files = original ? [original] : [];
  for (const { original_key: key, sha256, filesize: size } of formerFilesOf(photo)) {
    const former = (await store.has({ sha256, size })) ? { key, sha256, size } : await copy(key);
    if (former) files.push(former);
  }
  for (const variant of variantFilesOf(photo)) {
    const earlier = known?.files.find(({ key }) => key === variant.key);
    // Pictures that were made again have another version.
    const isSame = known?.image_version === photo.image_version && earlier?.size === variant.size;
    const file = earlier && isSame && (await store.has(earlier)) ? earlier : await copy(variant.key);
    if (file) files.push(file);
  }
  return files;

  async function copyOriginal(): Promise<StoredFile | undefined> {
    const uploaded = { key: photo.original_key, sha256: photo.sha256, size: photo.filesize };
    const size = await storage.sizeOf(uploaded.key);
    if (await store.has(uploaded)) {
      if (size !== uploaded.size) warn(`${describe(size)}. Put it back from this backup: restore --photo ${photo.id}`);
      return uploaded;
    }
    const copied = await copy(uploaded.key);
    if (copied?.sha256 !== uploaded.sha256) warn(describe(copied?.size));
    return copied;
  }

  function describe(size: number | undefined): string {
    return size === undefined ? "its file is missing" : "its file differs from what was uploaded";
  }

  function warn(text: string): void {
    result.warnings.push(`Photo ${photo.id}: ${text}`);
  }

  async function copy(key: string): Promise<StoredFile | undefined> {
    const file = await storage.open(key);
    if (!file) return undefined;
    const written = await store.put(file.stream);
    result.copied.files++;
    result.copied.bytes += written.size;
    return { key, ...written };
  }
}
