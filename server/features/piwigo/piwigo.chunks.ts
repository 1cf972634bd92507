import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import type { Deps } from "../../deps.ts";
import { maxBytes, type ReceivedFile, receiveFile } from "../uploads/uploads.service.ts";
import { PiwigoError } from "./piwigo.call.ts";

const KEPT_MS = 60 * 60 * 1000;
const UPLOADS_MAX = 100;
const CHUNKS_MAX = 5_000;

type Upload = { chunks: Map<number, ReceivedFile>; touchedMs: number };

/**
 * Files that arrive in pieces, on the disk of this server. Clients of Piwigo cannot continue after an hour or on another
 * server: they begin again.
 */
export function createChunks(deps: Deps) {
  const uploads = new Map<string, Upload>();
  const remove = async (key: string) => {
    const upload = uploads.get(key);
    uploads.delete(key);
    for (const { path } of upload?.chunks.values() ?? []) await deps.storage.removeTemp(path);
  };
  const removeOld = async () => {
    const since = deps.now().getTime() - KEPT_MS;
    for (const [key, { touchedMs }] of uploads) if (touchedMs < since) await remove(key);
  };
  return {
    async add(key: string, position: number, chunk: ReceivedFile): Promise<number> {
      await removeOld();
      const upload = uploads.get(key) ?? { chunks: new Map(), touchedMs: 0 };
      const before = upload.chunks.get(position);
      let bytes = chunk.filesize - (before?.filesize ?? 0);
      for (const { filesize } of upload.chunks.values()) bytes += filesize;
      const isTooMany = uploads.size >= UPLOADS_MAX && !uploads.has(key);
      if (isTooMany || upload.chunks.size >= CHUNKS_MAX || bytes > maxBytes(deps) + 1) {
        await deps.storage.removeTemp(chunk.path);
        await remove(key);
        throw new PiwigoError(
          413,
          isTooMany
            ? "Too many uploads are unfinished"
            : `The file is larger than ${deps.site.current().upload_max_mb}MB.`,
        );
      }
      if (before) await deps.storage.removeTemp(before.path);
      // From here on it is not that of the request any more, which removes its own.
      const path = `${chunk.path}.part`;
      await rename(chunk.path, path);
      upload.chunks.set(position, { ...chunk, path });
      upload.touchedMs = deps.now().getTime();
      uploads.set(key, upload);
      return upload.chunks.size;
    },
    /** The whole file, under its own name. */
    async join(key: string, filename: string): Promise<ReceivedFile> {
      const upload = uploads.get(key);
      if (!upload) throw new PiwigoError(404, "No part of this file has arrived. Send it again.");
      const chunks = [...upload.chunks].sort(([one], [other]) => one - other).map(([, chunk]) => chunk);
      const joined = await deps.storage.writeTemp(readAll(chunks.map(({ path }) => path)));
      await remove(key);
      try {
        // Through the same door as any other upload: its name, hash and size.
        const limit = maxBytes(deps);
        const size = chunks.reduce((sum, { filesize }) => sum + filesize, 0);
        const content = createReadStream(joined, { end: limit });
        const received = await receiveFile(deps, { name: filename, content, isTooLarge: () => size > limit });
        if (!received.ok) throw new PiwigoError(500, received.error.error);
        return received.value;
      } finally {
        await deps.storage.removeTemp(joined);
      }
    },
    async removeAll(): Promise<void> {
      for (const key of [...uploads.keys()]) await remove(key);
    },
  };
}

export type Chunks = ReturnType<typeof createChunks>;

async function* readAll(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path) as AsyncIterable<Buffer>;
}
