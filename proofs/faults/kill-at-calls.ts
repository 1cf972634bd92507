import { existsSync } from "node:fs";
import { join } from "node:path";
import { getPhoto, type PhotoId } from "../../contract/photos.ts";
import { startBatch } from "../../contract/pictures.ts";
import { trashPhoto } from "../../contract/trash.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import {
  batchEnded,
  deleteOne,
  type Ledger,
  newLedger,
  ONE_FILE_THREAD,
  replaceMedium,
  replaceOne,
  restoreOne,
  reverseAlbum,
  startWithAlbum,
  uploadByTus,
  uploadOne,
  uploadWithoutSmall,
} from "./ledger.ts";
import { injectInto, type Thread, threadsOf, writtenPaths } from "./strace.ts";
import { describeStarts, restartAndVerify } from "./verify-ledger.ts";

/**
 * The system calls that change what a restarted server finds, and which of them to be killed at: every one, or every
 * third. Left out are those that leave it as it is:
 *
 * - `fsync` of a file: what was written outlives the process, if not the machine. That of the database comes right after
 *   a commit, and is kept as the moment between the commit and its response.
 * - `write` to a file: everything is written to a temporary file first, which a start deletes unread. `requireTempWrites`
 *   checks this. (Most calls of `write` only wake the main thread.)
 * - two of three calls of `pwrite64`: each writes half a frame of SQLite's log, or a page that the log still has. Frames
 *   count only once the last one of the commit is complete. With every third call, no commit of two frames or more is left
 *   out; before a commit of one frame, the server is killed at the calls for files that lead to it. Header and page of a
 *   frame take turns, so both are hit.
 */
const CALLS: { thread: Thread; call: string; every: number }[] = [
  { thread: "database", call: "pwrite64", every: 3 },
  ...["fsync", "fdatasync", "ftruncate"].map((call) => ({ thread: "database" as const, call, every: 1 })),
  ...["openat", "link", "rename", "mkdir", "unlink", "rmdir"].map((call) => ({
    thread: "files" as const,
    call,
    every: 1,
  })),
];

type Operation = {
  name: string;
  /** Creates what the work needs, and returns the id it works on. */
  prepare(server: ServerProcess, ledger: Ledger): Promise<PhotoId>;
  work(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<unknown>;
};

/** Those with the most calls first, so that both lanes finish at about the same time. */
const OPERATIONS: Operation[] = [
  {
    name: "upload in pieces",
    prepare: async () => 0 as PhotoId,
    work: (server, ledger) => uploadByTus(server, ledger, 2),
  },
  {
    name: "replacement",
    prepare: uploadReplaced,
    work: replaceOne,
  },
  {
    name: "replacement in pieces",
    prepare: uploadReplaced,
    work: (server, ledger, id) => uploadByTus(server, ledger, 2, id),
  },
  {
    name: "upload in one piece",
    prepare: async () => 0 as PhotoId,
    work: (server, ledger) => uploadByTus(server, ledger, 1),
  },
  { name: "background", prepare: uploadWithoutSmall, work: replaceMedium },
  { name: "upload", prepare: async () => 0 as PhotoId, work: (server, ledger) => uploadOne(server, ledger) },
  {
    name: "batch",
    prepare: (server, ledger) => uploadOne(server, ledger),
    work: async (server) => {
      await server.admin.call(startBatch, { body: { force: true, missing_only: false, limit: 1 } });
      // It continues after the response.
      await batchEnded(server);
    },
  },
  {
    name: "permanent delete",
    prepare: (server, ledger) => uploadOne(server, ledger),
    work: (server, ledger, id) => deleteOne(server, ledger, id),
  },
  {
    name: "restore",
    prepare: async (server, ledger) => {
      const id = await uploadOne(server, ledger);
      await server.admin.call(trashPhoto, { params: { id } });
      return id;
    },
    work: (server, ledger, id) => restoreOne(server, ledger, id),
  },
  { name: "reorder", prepare: (server, ledger) => uploadOne(server, ledger), work: reverseAlbum },
];

/** A photo whose file was replaced, and that has a large picture: both are deleted with the next replacement. */
async function uploadReplaced(server: ServerProcess, ledger: Ledger): Promise<PhotoId> {
  const id = await uploadOne(server, ledger);
  await replaceOne(server, ledger, id);
  const { photo } = await server.admin.call(getPhoto, { params: { id } });
  await (await server.visitor.fetch(photo.image_urls.large)).arrayBuffer();
  return id;
}

/** A start, of which there are hundreds, keeps one core busy. */
const AT_A_TIME = 2;

/** All operations, or the one with this name, each on its own library. */
export async function killAtCalls(dataDir: string, only: string | undefined): Promise<void> {
  const waiting = OPERATIONS.filter(({ name }) => only === undefined || only === name);
  if (waiting.length === 0) throw new Error(`No such operation: ${only}`);
  const lanes = Array.from({ length: AT_A_TIME }, async () => {
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      await killDuring(operation, join(dataDir, operation.name));
    }
  });
  await Promise.all(lanes);
}

/** Kills the server at the first, second, third … call of each kind, until the operation completes without being hit. */
async function killDuring(operation: Operation, dataDir: string): Promise<void> {
  const ledger = newLedger();
  let server = await startWithAlbum(dataDir, ONE_FILE_THREAD);
  await requireTempWrites(server, ledger, operation);
  for (const { thread, call, every } of CALLS) {
    for (let count = 1; ; count += every) {
      const id = await operation.prepare(server, ledger);
      const work = () => operation.work(server, ledger, id);
      if (await survives(server, { thread, call, count }, work)) {
        const kills = Math.ceil((count - 1) / every);
        console.log(`${operation.name}, ${call} of ${thread}: ${kills} kills, nothing lost`);
        break;
      }
      await server.ended;
      server = await restartAndVerify(dataDir, ledger);
    }
  }
  if ((await server.stop()) !== 0) throw new Error("the server did not exit with 0 on SIGTERM");
  console.log(`${operation.name}: ${ledger.starts.length} kills, nothing lost; ${describeStarts(ledger)}`);
}

/** Runs the operation once, and checks that files are written under a temporary name only. */
async function requireTempWrites(server: ServerProcess, ledger: Ledger, operation: Operation): Promise<void> {
  const { dataDir } = server;
  // The reserve keeps disk space free, and its content does not matter.
  const mayWrite = (path: string) =>
    path.startsWith(join(dataDir, "storage/temp/")) || path === join(dataDir, "reserve");
  const id = await operation.prepare(server, ledger);
  const work = () => operation.work(server, ledger, id);
  const paths = await writtenPaths(threadsOf(server, "files"), `${dataDir}.calls`, work);
  const wrong = paths.find((path) => path.startsWith(dataDir) && !mayWrite(path));
  if (wrong) throw new Error(`IN PLACE: ${wrong} was written under its own name`);
}

async function survives(
  server: ServerProcess,
  { thread, call, count }: { thread: Thread; call: string; count: number },
  work: () => Promise<unknown>,
): Promise<boolean> {
  const tids = threadsOf(server, thread);
  if (tids.length !== 1) throw new Error(`the server has ${tids.length} threads for ${thread}`);
  const detach = await injectInto(tids, call, `signal=SIGKILL:when=${count}`);
  try {
    await work();
    return existsSync(`/proc/${server.pid}/exe`);
  } catch {
    return false;
  } finally {
    await detach();
  }
}
