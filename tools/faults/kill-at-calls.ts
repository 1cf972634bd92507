import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { createAlbum, listAlbumPhotos, reorderAlbumPhotos } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { restorePhoto, trashPhoto } from "../../contract/trash.ts";
import { startBatch } from "../../contract/variants.ts";
import { type ServerProcess, startServerProcess } from "../../server/testing/server-process.ts";
import { deleteOne, describeStarts, ENV, type Ledger, newLedger, restartAndVerify, uploadOne } from "./ledger.ts";

/** What writing to the storage and to SQLite comes down to. */
const CALLS = ["fsync", "fdatasync", "rename", "unlink", "mkdir", "rmdir", "pwrite64"];
const SLUG = "album";

type Operation = {
  name: string;
  /** What must stand before; the id is given to the work. */
  prepare(server: ServerProcess, ledger: Ledger): Promise<PhotoId>;
  work(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<unknown>;
};

const OPERATIONS: Operation[] = [
  { name: "upload", prepare: async () => 0 as PhotoId, work: (server, ledger) => uploadOne(server, ledger, SLUG) },
  {
    name: "permanent delete",
    prepare: (server, ledger) => uploadOne(server, ledger, SLUG),
    work: (server, ledger, id) => deleteOne(server, ledger, id),
  },
  {
    name: "restore",
    prepare: async (server, ledger) => {
      const id = await uploadOne(server, ledger, SLUG);
      await server.admin.call(trashPhoto, { params: { id } });
      return id;
    },
    work: (server, _ledger, id) => server.admin.call(restorePhoto, { params: { id } }),
  },
  {
    name: "reorder",
    prepare: (server, ledger) => uploadOne(server, ledger, SLUG),
    work: async (server) => {
      const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: SLUG } });
      const photo_ids = photos.map(({ id }) => id).reverse();
      await server.admin.call(reorderAlbumPhotos, { params: { slug: SLUG }, body: { photo_ids } });
    },
  },
  {
    name: "batch",
    prepare: (server, ledger) => uploadOne(server, ledger, SLUG),
    work: async (server) => {
      await server.admin.call(startBatch, { body: { force: true, missing_only: false, limit: 2 } });
      // It goes on after the answer: until it is killed, or done.
      for (;;) {
        const status = await server.admin.fetch("/api/v1/admin/batch-processing/status");
        const { job } = (await status.json()) as { job: { state: string } | null };
        if (job?.state !== "running") return;
      }
    },
  },
];

/** Kills the server at the first, second, third … of each kind of call, until the operation passes unharmed. */
export async function killAtCalls(dataDir: string): Promise<void> {
  const ledger = newLedger();
  let server = await startServerProcess(dataDir, ENV);
  await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  for (const operation of OPERATIONS) {
    for (const call of CALLS) {
      for (let count = 1; ; count++) {
        const id = await operation.prepare(server, ledger);
        if (await survives(server, call, count, () => operation.work(server, ledger, id))) {
          console.log(`${operation.name}, ${call}: killed at each of ${count - 1}, nothing lost`);
          break;
        }
        await server.ended;
        server = await restartAndVerify(dataDir, ledger);
      }
    }
  }
  server.signal("SIGTERM");
  if ((await server.ended) !== 0) throw new Error("SIGTERM did not end the server well");
  console.log(describeStarts(ledger));
}

/** Its complaints are read to the end: were nobody to take them, strace would end and kill nothing. */
function attached(complaints: Readable): Promise<void> {
  return new Promise((resolve) => {
    complaints.on("data", (chunk) => {
      if (String(chunk).includes("attached")) resolve();
    });
  });
}

async function survives(
  server: ServerProcess,
  call: string,
  count: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const inject = `inject=${call}:signal=SIGKILL:when=${count}`;
  const strace = spawn(
    "strace",
    ["-f", "-p", String(server.pid), "-e", `trace=${call}`, "-e", inject, "-o", "/dev/null"],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(strace, "exit");
  await attached(strace.stderr);
  try {
    await work();
    // Still there, and not about to fall: what comes after the answer has passed too.
    await server.admin.fetch("/readyz");
    return true;
  } catch {
    return false;
  } finally {
    // Asked kindly it would wait for children that the killed server left; those it traces go on without it.
    strace.kill("SIGKILL");
    await ended;
  }
}
