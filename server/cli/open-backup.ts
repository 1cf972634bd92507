import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CannotStartError } from "../errors.ts";
import {
  ABOUT,
  About,
  type BackedUpPhoto,
  type Backup,
  BackupDamagedError,
  FILE_LIST,
  FilesOfPhoto,
  hashFile,
  MARK,
  objectPath,
  RUNS,
  SITE_FILE,
  type StoredFile,
  SUM_OF_ABOUT,
  sha256Of,
  sumLine,
  tablePath,
  tablesIn,
} from "./backup-format.ts";
import type { PhotoLine } from "./library-rows.ts";
import { readLines } from "./lines.ts";
import { openOldBackup } from "./old-backup.ts";

/** Accepts a folder of backups, of which it opens the newest, one of its runs, and a backup of format 1. */
export async function openBackup(folder: string): Promise<Backup> {
  const [newest] = await runFolders(folder);
  return openRun(newest ?? folder);
}

/** The folders of all runs, the newest first. For a single run or a backup of format 1, none. */
export async function runFolders(folder: string): Promise<string[]> {
  if (!existsSync(join(folder, MARK))) return [];
  const names = await readdir(join(folder, RUNS));
  if (names.length === 0) throw new CannotStartError(`${folder} contains no complete backup`);
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, RUNS, name));
}

export async function openRun(run: string): Promise<Backup> {
  const text = await readAboutText(run);
  const json = parse(text);
  if (isOld(json)) return openOldBackup(run, json);
  const about = parseAbout(json);
  const store = dirname(dirname(run));
  const { made_at, migration, contents } = about;
  const paths = contents.map(({ path }) => path);
  return {
    made_at,
    migration,
    fingerprint: sha256Of(text),
    verifyRows: () => verifyRun(run, about),
    async verify() {
      await verifyRun(run, about);
      for await (const { files } of fileLists(run)) {
        for (const { sha256 } of files) {
          if ((await hashFile(store, objectPath(sha256))) !== sha256) throw new BackupDamagedError(objectPath(sha256));
        }
      }
    },
    tables: () => tablesIn(paths),
    async *rows(table) {
      for await (const line of readLines(join(run, tablePath(table)))) yield JSON.parse(line) as object;
    },
    photos: () => photosWithFiles(run, store),
    siteFile: () => (paths.includes(SITE_FILE) ? join(run, SITE_FILE) : undefined),
  };
}

export const readAbout = async (run: string): Promise<About> => parseAbout(parse(await readAboutText(run)));

async function readAboutText(run: string): Promise<string> {
  const text = await readFile(join(run, ABOUT), "utf8").catch(noneIfMissing);
  if (text === undefined) throw new CannotStartError(`${run} is not a backup`);
  return text;
}

function parseAbout(json: unknown): About {
  const about = About.safeParse(json);
  if (!about.success) throw new BackupDamagedError(ABOUT);
  return about.data;
}

/** The run's own files, without the originals and pictures. */
export async function verifyRun(run: string, { contents }: About): Promise<void> {
  const sum = await readFile(join(run, SUM_OF_ABOUT), "utf8").catch(noneIfMissing);
  if (sum !== sumLine(await hashFile(run, ABOUT), ABOUT)) throw new BackupDamagedError(ABOUT);
  for (const { path, sha256 } of contents) {
    if ((await hashFile(run, path)) !== sha256) throw new BackupDamagedError(path);
  }
}

export async function* fileLists(run: string): AsyncGenerator<FilesOfPhoto> {
  for await (const line of readLines(join(run, FILE_LIST))) {
    const list = FilesOfPhoto.safeParse(parse(line));
    if (!list.success) throw new BackupDamagedError(FILE_LIST);
    yield list.data;
  }
}

/** Both lists are in the order of the photos. */
async function* photosWithFiles(run: string, store: string): AsyncGenerator<BackedUpPhoto> {
  const lists = fileLists(run);
  try {
    for await (const line of readLines(join(run, tablePath("photo")))) {
      const photo = JSON.parse(line) as PhotoLine;
      const { value: list } = await lists.next();
      if (list?.photo_id !== photo.id) throw new BackupDamagedError(FILE_LIST);
      const files = list.files.map(({ key, size, sha256 }: StoredFile) => ({
        key,
        size,
        path: join(store, objectPath(sha256)),
      }));
      yield { photo, files };
    }
  } finally {
    await lists.return(undefined);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupDamagedError(ABOUT);
  }
}

const isOld = (json: unknown) => typeof json === "object" && json !== null && "format" in json && json.format === 1;

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
