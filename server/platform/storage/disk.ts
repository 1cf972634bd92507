import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.ts";

/** Plain files under one folder. A write is durable before it is reported: file, then the name in its folder. */
export function diskStorage(root: string): Storage {
  const temp = join(root, "temp");
  const pathOf = (key: string) => join(root, key);

  async function moveIn(key: string, from: string): Promise<void> {
    const to = pathOf(key);
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
    await syncFolder(dirname(to));
  }

  async function newTempPath(): Promise<string> {
    await mkdir(temp, { recursive: true });
    return join(temp, randomUUID());
  }

  return {
    newTempPath,
    async putFile(key, localPath) {
      await syncFile(localPath);
      await moveIn(key, localPath);
    },
    async putBytes(key, bytes) {
      const path = await newTempPath();
      const file = await open(path, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await moveIn(key, path);
    },
    async open(key, range) {
      const found = await stat(pathOf(key)).catch(nothingIfMissing);
      if (!found?.isFile()) return undefined;
      return { size: found.size, stream: createReadStream(pathOf(key), range) };
    },
    async withLocalFile(key, work) {
      const found = await stat(pathOf(key)).catch(nothingIfMissing);
      return found?.isFile() ? work(pathOf(key)) : undefined;
    },
    async delete(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
    async *list() {
      for (const top of ["originals", "variants"]) yield* filesBelow(root, top);
    },
    async check() {
      const path = await newTempPath();
      await (await open(path, "wx")).close();
      await rm(path);
    },
    async close() {},
  };
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<{ key: string; size: number }> {
  const entries = await opendir(join(root, folder)).catch(nothingIfMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, key);
    else yield { key, size: (await stat(join(root, key))).size };
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
