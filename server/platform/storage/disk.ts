import { randomUUID } from "node:crypto";
import { createReadStream, readFile } from "node:fs";
import { copyFile, link, lstat, open, readdir, realpath, rm, rmdir, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readDiskSpace } from "../disk-space.ts";
import { PRIVATE_FILE } from "../private-files.ts";
import { settleAll } from "../settle-all.ts";
import { createFolderMaker, renameSynced, syncFile, syncFolder, writeSynced } from "./durable.ts";
import { gather } from "./gather.ts";
import type { Storage } from "./storage.ts";
import { StorageError, type StorageErrorType } from "./storage-error.ts";
import { refusedKey, requireKey } from "./storage-key.ts";

const TEMP = "temp";
/** Where decoders find the file that they may read. */
export const DECODING = "decoding";
const TOPS = ["originals", "variants", "uploads", "rooms"];
/** No such file, or a file in place of one of its folders. */
const MISSING: (string | undefined)[] = ["ENOENT", "ENOTDIR"];

/** Cheaper than fs/promises, which creates a FileHandle per read: pictures are read all the time. */
const readWhole = promisify(readFile);

/** Plain files under one folder. A write is durable before it resolves. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, key);

  /**
   * The path of a file or folder that exists, and that no link on the way leads elsewhere: a link in the storage would let
   * a visitor read, or a delete remove, any file of the machine. Only the storage's own folder may be a link.
   */
  async function existing(key: string): Promise<string> {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(pathOf(requireKey(key)))]);
    if (real !== join(realRoot, key)) throw refusedKey(key, "a link leads out of the storage");
    return real;
  }

  // Cache only the few folders that many photos share, not each photo's own.
  const folders = createFolderMaker(root, (path) => path.slice(root.length + 1).split("/").length <= 2);

  /** Turns system errors into a StorageError that a person can act on. */
  async function withContext<T>(operation: string, folder: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const type = typeOf(error);
      throw new StorageError(
        type,
        {
          operation,
          target_directory: folder,
          ...(type === "PERMISSION_ERROR" && { permission_check: await checkPermissions(root, folder) }),
        },
        error,
      );
    }
  }

  const makeFolder = (folder: string) =>
    withContext("create the folder", folder, async () => {
      try {
        await folders.make(pathOf(folder));
      } catch (error) {
        const type = typeOf(error);
        if (type !== "FILE_STORAGE_ERROR") throw error;
        throw new StorageError(
          "DIRECTORY_CREATION_ERROR",
          { operation: "create the folder", target_directory: folder },
          error,
        );
      }
    });

  async function moveIn(key: string, from: string): Promise<void> {
    const folder = dirname(requireKey(key));
    await makeFolder(folder);
    await withContext("store the file", folder, async () => {
      const move = async () => {
        if (folder !== ".") await existing(folder);
        await renameSynced(from, pathOf(key));
      };
      try {
        await move();
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw error;
        // The folder has disappeared since, as a photo's own does with its last picture.
        folders.forget();
        await makeFolder(folder);
        await move();
      }
    });
  }

  /** Leaves the last bit of the disk to the database: without it, nothing could be deleted. */
  async function requireSpace(operation: string, folder: string): Promise<void> {
    const { level, freeBytes } = await withContext(operation, folder, () => readDiskSpace(root));
    if (level !== "full") return;
    const details = { operation, target_directory: folder };
    throw new StorageError("DISK_SPACE_ERROR", details, new Error(`only ${freeBytes} bytes are free`));
  }

  async function newTempPath(): Promise<string> {
    await makeFolder(TEMP);
    return join(root, TEMP, randomUUID());
  }

  const sizeOf = (key: string) =>
    withContext("read the file", dirname(key), async () => {
      const path = await existing(key).catch(nothingIfMissing);
      const found = path === undefined ? undefined : await stat(path).catch(nothingIfMissing);
      return found?.isFile() ? found.size : undefined;
    });

  const removeTemp = (path: string) => rm(path, { force: true });

  return {
    removeTemp,
    async writeTemp(chunks) {
      const path = await newTempPath();
      await requireSpace("receive the file", TEMP);
      const file = await withContext("receive the file", TEMP, () => open(path, "wx", PRIVATE_FILE));
      try {
        for await (const bytes of gather(chunks)) {
          await withContext("receive the file", TEMP, () => file.writeFile(bytes));
        }
      } catch (error) {
        await removeTemp(path);
        throw error;
      } finally {
        await file.close();
      }
      return path;
    },
    async copyToTemp(key) {
      if ((await sizeOf(key)) === undefined) return undefined;
      const path = await newTempPath();
      await requireSpace("copy the file", TEMP);
      try {
        await withContext("copy the file", TEMP, async () => {
          // A hard link costs nothing, and nothing writes to a stored file. Not every file system supports links.
          await link(pathOf(key), path).catch(() => copyFile(pathOf(key), path));
          // A link has the age of the stored file, and `removeTemps` removes old files.
          await utimes(path, new Date(), new Date());
        });
      } catch (error) {
        await removeTemp(path);
        throw error;
      }
      return path;
    },
    async removeTemps(before) {
      for (const folder of [TEMP, DECODING]) {
        for (const name of await readdir(join(root, folder)).catch(noneIfMissing)) {
          const path = join(root, folder, name);
          const found = await stat(path).catch(nothingIfMissing);
          if (found && (!before || found.mtime < before)) await rm(path, { recursive: true, force: true });
        }
      }
    },
    async putFile(key, localPath) {
      await withContext("store the file", dirname(key), () => syncFile(localPath));
      await moveIn(key, localPath);
    },
    async putBytes(key, bytes) {
      const path = await newTempPath();
      // Not for the mark of the library, which a start may have to write.
      if (dirname(key) !== ".") await requireSpace("store the file", dirname(key));
      try {
        await withContext("store the file", dirname(key), () => writeSynced(path, bytes));
        await moveIn(key, path);
      } catch (error) {
        await removeTemp(path);
        throw error;
      }
    },
    sizeOf,
    async open(key, range) {
      const size = await sizeOf(key);
      return size === undefined ? undefined : { size, stream: createReadStream(pathOf(key), range) };
    },
    read: (key) =>
      withContext("read the file", dirname(key), async () => {
        const path = await existing(key).catch(nothingIfMissing);
        return path === undefined ? undefined : readWhole(path).catch(nothingIfMissing);
      }),
    async withLocalFile(key, work) {
      return (await sizeOf(key)) === undefined ? undefined : work(pathOf(key));
    },
    async delete(keys) {
      const byFolder = Map.groupBy(keys.map(requireKey), dirname);
      // A file that cannot be deleted does not keep the others from being deleted.
      await settleAll(
        [...byFolder].map(([folder, keys]) =>
          withContext("delete the file", folder, async () => {
            if (folder !== "." && !(await existing(folder).catch(nothingIfMissing))) return;
            await settleAll(keys.map((key) => rm(pathOf(key)).catch(nothingIfMissing)));
            await closeFolder(root, folder);
          }),
        ),
      );
    },
    async *list() {
      for (const top of TOPS) yield* filesBelow(root, top);
    },
    async check() {
      const path = await newTempPath();
      await withContext("write a file", TEMP, async () => {
        await (await open(path, "wx")).close();
        await removeTemp(path);
      });
    },
    async close() {},
  };
}

/** Makes deletions durable, and removes a photo's own folder with its last picture. */
async function closeFolder(root: string, folder: string): Promise<void> {
  const isPhotosOwn = folder.split("/").length > 2;
  const isGone = isPhotosOwn && (await rmdir(join(root, folder)).then(() => true, falseIfInUse));
  await syncFolder(join(root, isGone ? dirname(folder) : folder)).catch(nothingIfMissing);
}

/** In key order, holding the names of one folder at a time. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<{ key: string; size: number }> {
  const names = await readdir(join(root, folder)).catch(noneIfMissing);
  for (const name of names.sort()) {
    const key = `${folder}/${name}`;
    const found = await lstat(join(root, key)).catch(nothingIfMissing);
    if (found?.isDirectory()) yield* filesBelow(root, key);
    // A link is nothing that was stored here.
    else if (found?.isFile()) yield { key, size: found.size };
  }
}

async function checkPermissions(root: string, folder: string) {
  const [level1 = ""] = folder.split("/");
  return {
    storage: await canWrite(root),
    level1: await canWrite(join(root, level1)),
    parent: await canWrite(join(root, folder)),
  };
}

/** By trying: permission bits do not reveal read-only disks, access lists or quotas. */
async function canWrite(folder: string): Promise<boolean> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await (await open(probe, "wx")).close();
    await rm(probe);
    return true;
  } catch {
    return false;
  }
}

function typeOf(error: unknown): StorageErrorType {
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return "DISK_SPACE_ERROR";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "PERMISSION_ERROR";
    default:
      return "FILE_STORAGE_ERROR";
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function nothingIfMissing(error: unknown): undefined {
  if (!MISSING.includes(codeOf(error))) throw error;
}

function noneIfMissing(error: unknown): string[] {
  nothingIfMissing(error);
  return [];
}

function falseIfInUse(error: unknown): boolean {
  if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") nothingIfMissing(error);
  return false;
}
