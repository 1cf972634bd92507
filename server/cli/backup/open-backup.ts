import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { CannotStartError } from "../../errors.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { type BackupCipher, openCipher } from "./backup-cipher.ts";
import {
  ABOUT,
  About,
  type BackedUpPhoto,
  type Backup,
  BackupDamagedError,
  FILE_LIST,
  FilesOfPhoto,
  hashBackupFile,
  MARK,
  objectPath,
  RUNS,
  SITE_FILE,
  type StoredFile,
  sha256Of,
  sumLine,
  sumPath,
  tablePath,
  tablesIn,
} from "./backup-format.ts";
import { isThere } from "./is-there.ts";
import type { PhotoLine } from "./library-rows.ts";
import { readLines } from "./lines.ts";
import { openOldBackup } from "./old-backup.ts";
import { hashStored, readStored, verified } from "./stored-file.ts";

/** Accepts a folder of backups, of which it opens the newest, one of its runs, and a backup of format 1. */
export async function openBackup(folder: string, passphrase: string | undefined): Promise<Backup> {
  if (!(await isThere(folder))) throw new CannotStartError(`${folder} is not a backup`);
  const [newest] = await runFolders(folder);
  const run = newest ?? folder;
  return openRun(run, await openCipher(storeOf(run), passphrase));
}

/** The folder of backups that a run is in. */
export const storeOf = (run: string) => dirname(dirname(run));

/** The folders of all runs, the newest first. For a single run or a backup of format 1, none. */
export async function runFolders(folder: string): Promise<string[]> {
  if (!(await isThere(join(folder, MARK)))) return [];
  const names = await readdir(join(folder, RUNS));
  if (names.length === 0) throw new CannotStartError(`${folder} contains no complete backup`);
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, RUNS, name));
}

export async function openRun(run: string, cipher: BackupCipher): Promise<Backup> {
  const aboutText = await readAboutText(run, cipher);
  const json = parseJson(aboutText);
  if (isOld(json)) return openOldBackup(run, json);
  const about = parseAbout(json);
  const store = storeOf(run);
  const { made_at, migration, contents } = about;
  const paths = contents.map(({ path }) => path);
  const content = (path: string) =>
    verified(readStored(run, cipher.nameOf(path), cipher), {
      sha256: contents.find((content) => content.path === path)?.sha256,
      path,
    });
  return {
    made_at,
    migration,
    fingerprint: sha256Of(aboutText),
    verifyRows: () => verifyRun(run, about, cipher),
    async verify() {
      await verifyRun(run, about, cipher);
      for await (const { files } of fileLists(run, cipher)) {
        for (const { sha256 } of files) {
          const path = objectPath(cipher.objectName(sha256));
          if ((await hashStored(store, path, cipher)) !== sha256) throw new BackupDamagedError(path);
        }
      }
    },
    tables: () => tablesIn(paths),
    async *rows(table) {
      for await (const line of readLines(content(tablePath(table)))) yield JSON.parse(line) as object;
    },
    photos: () => photosWithFiles(content, (sha256) => readObject(store, sha256, cipher)),
    siteFile: () => (paths.includes(SITE_FILE) ? content(SITE_FILE) : undefined),
  };
}

export const readAbout = async (run: string, cipher: BackupCipher): Promise<About> =>
  parseAbout(parseJson(await readAboutText(run, cipher)));

async function readAboutText(run: string, cipher: BackupCipher): Promise<string> {
  const path = cipher.nameOf(ABOUT);
  if (!(await isThere(join(run, path)))) throw new CannotStartError(`${run} is not a backup`);
  return text(readStored(run, path, cipher));
}

function parseAbout(json: unknown): About {
  const about = About.safeParse(json);
  if (!about.success) throw new BackupDamagedError(ABOUT);
  return about.data;
}

/** The run's own files, without the originals and pictures. */
export async function verifyRun(run: string, { contents }: About, cipher: BackupCipher): Promise<void> {
  const about = cipher.nameOf(ABOUT);
  const sum = await readFile(join(run, sumPath(about)), "utf8").catch(noneIfMissing);
  if (sum !== sumLine(await hashBackupFile(run, about), about)) throw new BackupDamagedError(about);
  for (const { path, sha256 } of contents) {
    if ((await hashStored(run, cipher.nameOf(path), cipher)) !== sha256) throw new BackupDamagedError(path);
  }
}

export const fileLists = (run: string, cipher: BackupCipher) =>
  parseFileLists(readStored(run, cipher.nameOf(FILE_LIST), cipher));

async function* parseFileLists(content: AsyncIterable<Uint8Array>): AsyncGenerator<FilesOfPhoto> {
  for await (const line of readLines(content)) {
    const list = FilesOfPhoto.safeParse(parseJson(line));
    if (!list.success) throw new BackupDamagedError(FILE_LIST);
    yield list.data;
  }
}

type Read = (name: string) => AsyncIterable<Uint8Array>;

/** Both lists are in the order of the photos. */
async function* photosWithFiles(readContent: Read, readFileWith: Read): AsyncGenerator<BackedUpPhoto> {
  const lists = parseFileLists(readContent(FILE_LIST));
  try {
    for await (const line of readLines(readContent(tablePath("photo")))) {
      const photo = JSON.parse(line) as PhotoLine;
      const { value: list } = await lists.next();
      if (list?.photo_id !== photo.id) throw new BackupDamagedError(FILE_LIST);
      const files = list.files.map(({ key, size, sha256 }: StoredFile) => ({
        key,
        size,
        sha256,
        read: () => readFileWith(sha256),
      }));
      yield { photo, files };
    }
    // Its checksum is compared at its end.
    if (!(await lists.next()).done) throw new BackupDamagedError(FILE_LIST);
  } finally {
    await lists.return(undefined);
  }
}

function readObject(store: string, sha256: string, cipher: BackupCipher): AsyncIterable<Uint8Array> {
  const path = objectPath(cipher.objectName(sha256));
  return verified(readStored(store, path, cipher), { sha256, path });
}

const isOld = (json: unknown) => typeof json === "object" && json !== null && "format" in json && json.format === 1;

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
