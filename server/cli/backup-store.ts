import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CannotStartError } from "../errors.ts";
import { lockFolder } from "../platform/data-lock.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../platform/private-files.ts";
import { renameSynced, syncFolder, writeSynced } from "../platform/storage/durable.ts";
import {
  ABOUT,
  type About,
  BackupDamagedError,
  type Content,
  FILES,
  type Fingerprint,
  hashFile,
  INCOMING,
  MARK,
  Mark,
  objectPath,
  RUNS,
  SUM_OF_ABOUT,
  sumLine,
} from "./backup-format.ts";

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A folder of backups that this process alone writes to. */
export type BackupStore = {
  folder: string;
  /** Names of the complete runs, oldest first. */
  runs(): Promise<string[]>;
  /** Whether an earlier run has stored this content. Compares the size, not the bytes. */
  has(file: Fingerprint): Promise<boolean>;
  /** Stores the content unless it is there, and reads it back. */
  put(chunks: Chunks): Promise<Fingerprint>;
  begin(name: string): Promise<RunWriter>;
  remove(run: string): Promise<void>;
  close(): void;
};

/** The run appears among the others when it is finished, and not before. */
export type RunWriter = {
  path(name: string): string;
  write(path: string, chunks: Chunks): Promise<void>;
  /** Returns the fingerprint of the whole backup. */
  finish(about: Omit<About, "contents" | "format">): Promise<string>;
};

/** What a new disk has, and the backups that upgrades to versions before 0.2 made. */
const NOT_IN_THE_WAY = /^(lost\+found|before-[\d-]+)$/;

/** Throws if the folder holds something else, backups of another library, or is in use by another backup. */
export async function openBackupStore(folder: string, libraryId: string): Promise<BackupStore> {
  if (!existsSync(join(folder, MARK))) requireRoom(folder);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const lock = lockFolder(folder, "lock.sqlite");
  if (!lock) throw new CannotStartError(`another backup is writing to ${folder}. Wait for its end`);
  try {
    // The folder may have existed before, empty and open to all.
    await chmod(folder, PRIVATE_FOLDER);
    await mark(folder, libraryId);
    // Left by a backup that was interrupted.
    await rm(join(folder, INCOMING), { recursive: true, force: true });
    for (const name of [FILES, RUNS, INCOMING])
      await mkdir(join(folder, name), { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    lock.release();
    throw error;
  }
  return storeIn(folder, () => lock.release());
}

function requireRoom(folder: string): void {
  const isFree = !existsSync(folder) || readdirSync(folder).every((name) => NOT_IN_THE_WAY.test(name));
  if (!isFree) throw new CannotStartError(`${folder} is not empty and holds no backups. Name a new or empty folder`);
}

/** Retention deletes old runs, so two libraries in one folder would push out each other's backups. */
async function mark(folder: string, libraryId: string): Promise<void> {
  const path = join(folder, MARK);
  if (!existsSync(path)) {
    const temporary = `${path}.new`;
    await rm(temporary, { force: true });
    await writeSynced(temporary, Buffer.from(`${JSON.stringify({ format: 2, library_id: libraryId })}\n`));
    return renameSynced(temporary, path);
  }
  const known = Mark.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!known.success) throw new CannotStartError(`${folder} holds backups of another version of Vitrine`);
  if (known.data.library_id !== libraryId) {
    throw new CannotStartError(
      `${folder} holds the backups of another library. Check DATA_DIR, or name another folder`,
    );
  }
}

function storeIn(folder: string, close: () => void): BackupStore {
  const at = (...names: string[]) => join(folder, ...names);
  /** Folders with new names, which are made durable before a run relies on them. */
  const changed = new Set<string>();

  const has = async ({ sha256, size }: Fingerprint) =>
    (await stat(at(objectPath(sha256))).catch(() => undefined))?.size === size;

  async function put(chunks: Chunks): Promise<Fingerprint> {
    const temporary = join(INCOMING, randomUUID());
    const written = await writeHashed(at(temporary), chunks);
    if ((await hashFile(folder, temporary)) !== written.sha256) throw new BackupDamagedError(temporary);
    const path = at(objectPath(written.sha256));
    const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    if (made) changed.add(at(FILES));
    await rename(at(temporary), path);
    changed.add(dirname(path));
    return written;
  }

  async function begin(name: string): Promise<RunWriter> {
    const run = at(INCOMING, name);
    const contents: Content[] = [];
    const folders = new Set([run]);
    await mkdir(run, { mode: PRIVATE_FOLDER });

    async function write(path: string, chunks: Chunks): Promise<Content> {
      const target = join(run, path);
      await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
      folders.add(dirname(target));
      const written = await writeHashed(target, chunks);
      if ((await hashFile(run, path)) !== written.sha256) throw new BackupDamagedError(path);
      return { path, ...written };
    }

    return {
      path: (path) => join(run, path),
      async write(path, chunks) {
        contents.push(await write(path, chunks));
      },
      async finish(about) {
        const described: About = { format: 2, ...about, contents };
        const { sha256 } = await write(ABOUT, [Buffer.from(`${JSON.stringify(described, undefined, 2)}\n`)]);
        await write(SUM_OF_ABOUT, [Buffer.from(sumLine(sha256, ABOUT))]);
        for (const folder of [...changed, ...folders]) await syncFolder(folder);
        changed.clear();
        await renameSynced(run, at(RUNS, name));
        return sha256;
      },
    };
  }

  return {
    folder,
    runs: async () => (await readdir(at(RUNS))).sort(),
    has,
    put,
    begin,
    async remove(run) {
      // First out of sight: a crash must not leave half a run among the others.
      const aside = at(INCOMING, randomUUID());
      await renameSynced(at(RUNS, run), aside);
      await rm(aside, { recursive: true });
    },
    close,
  };
}

async function writeHashed(path: string, chunks: Chunks): Promise<Fingerprint> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", PRIVATE_FILE);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest("hex"), size };
}
