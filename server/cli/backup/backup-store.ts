import { createHash, type Hash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { lockFolder } from "../../platform/data-lock.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../platform/private-files.ts";
import { renameSynced, syncFolder, writeSynced } from "../../platform/storage/durable.ts";
import { type BackupCipher, makeCipher, openCipher, readMark } from "./backup-cipher.ts";
import {
  ABOUT,
  type About,
  BackupDamagedError,
  type Content,
  FILES,
  type Fingerprint,
  hashBackupFile,
  INCOMING,
  MARK,
  type Mark,
  objectPath,
  RUNS,
  sumLine,
  sumPath,
} from "./backup-format.ts";

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A folder of backups that this process alone writes to. */
export type BackupStore = {
  folder: string;
  cipher: BackupCipher;
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
  /** Where it is written. */
  folder: string;
  write(path: string, chunks: Chunks): Promise<void>;
  /** Returns the fingerprint of the whole backup. */
  finish(about: Omit<About, "contents" | "format">): Promise<string>;
};

/** What a new disk has, and the backups that upgrades to versions before 0.2 made. */
const NOT_IN_THE_WAY = /^(lost\+found|before-[\d-]+)$/;
/** What a first backup leaves if it is interrupted before it has marked the folder. */
const UNMARKED = /^(lock\.sqlite|key\.age|.*\.new)$/;

/**
 * Throws if the folder holds something else, backups of another library or with another passphrase, or is in use by another
 * backup.
 */
export async function openBackupStore(
  folder: string,
  libraryId: string,
  passphrase: string | undefined,
): Promise<BackupStore> {
  requireParent(folder);
  const isNew = !existsSync(join(folder, MARK));
  if (isNew) assertDiskSpace(folder);
  else await requireOwn(folder, libraryId);
  // Before anything is written.
  const known = isNew ? undefined : await openCipher(folder, passphrase);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const lock = lockFolder(folder, "lock.sqlite");
  if (!lock) throw new CannotStartError(`another backup is writing to ${folder}. Wait until it has finished`);
  try {
    // The folder may have existed before, empty and open to all.
    await chmod(folder, PRIVATE_FOLDER);
    const cipher = known ?? (await makeCipher(folder, passphrase));
    if (isNew) await mark(folder, { format: passphrase === undefined ? 2 : 3, library_id: libraryId });
    // Left by a backup that was interrupted.
    await rm(join(folder, INCOMING), { recursive: true, force: true });
    for (const name of [FILES, RUNS, INCOMING])
      await mkdir(join(folder, name), { recursive: true, mode: PRIVATE_FOLDER });
    return storeIn(folder, cipher, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Otherwise the first backup after a disk was not mounted would fill the one below its mount point. */
function requireParent(folder: string): void {
  const parent = dirname(folder);
  if (existsSync(parent)) return;
  throw new CannotStartError(
    `${parent} does not exist. Is its disk mounted? If it is not on a disk of its own, create it`,
  );
}

function assertDiskSpace(folder: string): void {
  const isFree =
    !existsSync(folder) || readdirSync(folder).every((name) => NOT_IN_THE_WAY.test(name) || UNMARKED.test(name));
  if (!isFree) throw new CannotStartError(`${folder} is not empty and holds no backups. Name a new or empty folder`);
}

async function mark(folder: string, mark: Mark): Promise<void> {
  const path = join(folder, MARK);
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  await writeSynced(temporary, Buffer.from(`${JSON.stringify(mark)}\n`));
  await renameSynced(temporary, path);
}

/** Retention deletes old runs, so two libraries in one folder would push out each other's backups. */
async function requireOwn(folder: string, libraryId: string): Promise<void> {
  if ((await readMark(folder)).library_id === libraryId) return;
  throw new CannotStartError(`${folder} holds the backups of another library. Check DATA_DIR, or name another folder`);
}

function storeIn(folder: string, cipher: BackupCipher, close: () => void): BackupStore {
  const at = (...names: string[]) => join(folder, ...names);
  /** Folders with new names, which are made durable before a run relies on them. */
  const changed = new Set<string>();

  const has = async ({ sha256, size }: Fingerprint) =>
    (await stat(at(objectPath(cipher.objectName(sha256)))).catch(() => undefined))?.size === cipher.sizeOf(size);

  async function put(chunks: Chunks): Promise<Fingerprint> {
    const temporary = join(INCOMING, randomUUID());
    const written = await writeReadBack(folder, temporary, chunks);
    const path = at(objectPath(cipher.objectName(written.sha256)));
    const made = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    if (made) changed.add(at(FILES));
    await rename(at(temporary), path);
    changed.add(dirname(path));
    return written;
  }

  /** Returns the fingerprint of the content, encrypted or not. */
  async function writeReadBack(parent: string, path: string, chunks: Chunks): Promise<Fingerprint> {
    const [content, stored] = [createHash("sha256"), createHash("sha256")];
    let size = 0;
    const hashed = async function* () {
      for await (const chunk of chunks) {
        content.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await writeChunks(join(parent, path), cipher.encrypt(hashed()), stored);
    if ((await hashBackupFile(parent, path)) !== stored.digest("hex")) throw new BackupDamagedError(path);
    return { sha256: content.digest("hex"), size };
  }

  async function begin(name: string): Promise<RunWriter> {
    const run = at(INCOMING, name);
    const contents: Content[] = [];
    const folders = new Set([run]);
    await mkdir(run, { mode: PRIVATE_FOLDER });

    async function write(path: string, chunks: Chunks): Promise<Content> {
      const folder = dirname(join(run, path));
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      folders.add(folder);
      return { path, ...(await writeReadBack(run, cipher.nameOf(path), chunks)) };
    }

    return {
      folder: run,
      async write(path, chunks) {
        contents.push(await write(path, chunks));
      },
      async finish(about) {
        const described: About = { format: 2, ...about, contents };
        const { sha256 } = await write(ABOUT, [Buffer.from(`${JSON.stringify(described, undefined, 2)}\n`)]);
        const stored = cipher.nameOf(ABOUT);
        await writeSynced(join(run, sumPath(stored)), Buffer.from(sumLine(await hashBackupFile(run, stored), stored)));
        for (const folder of [...changed, ...folders]) await syncFolder(folder);
        changed.clear();
        await renameSynced(run, at(RUNS, name));
        return sha256;
      },
    };
  }

  return {
    folder,
    cipher,
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

async function writeChunks(path: string, chunks: Chunks, hash: Hash): Promise<void> {
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
