import { existsSync } from "node:fs";
import { join } from "node:path";
import { createAlbum } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { startBatch } from "../../contract/pictures.ts";
import { trashPhoto } from "../../contract/trash.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import {
  batchEnded,
  deleteOne,
  describeStarts,
  type Ledger,
  newLedger,
  ONE_FILE_THREAD,
  restartAndVerify,
  restoreOne,
  reverseAlbum,
  uploadInPieces,
  uploadOne,
} from "./ledger.ts";
import { injectInto, type Thread, threadsOf } from "./strace.ts";

/** The system calls that write. */
const CALLS: Record<Thread, string[]> = {
  database: ["pwrite64", "fdatasync", "fsync", "ftruncate"],
  files: ["openat", "write", "fsync", "rename", "mkdir", "unlink", "rmdir"],
};

type Operation = {
  name: string;
  /** Creates what the work needs, and returns the id it works on. */
  prepare(server: ServerProcess, ledger: Ledger): Promise<PhotoId>;
  work(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<unknown>;
};

const OPERATIONS: Operation[] = [
  { name: "upload", prepare: async () => 0 as PhotoId, work: (server, ledger) => uploadOne(server, ledger) },
  { name: "upload in pieces", prepare: async () => 0 as PhotoId, work: uploadInPieces },
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
  {
    name: "batch",
    prepare: (server, ledger) => uploadOne(server, ledger),
    work: async (server) => {
      await server.admin.call(startBatch, { body: { force: true, missing_only: false, limit: 1 } });
      // It continues after the answer.
      await batchEnded(server);
    },
  },
];

/** A start, of which there are hundreds, keeps one core busy. */
const AT_A_TIME = 2;

/** All operations, or the one with this name, each on its own library. */
export async function killAtCalls(dataDir: string, only: string | undefined): Promise<void> {
  const waiting = OPERATIONS.filter(({ name }) => only === undefined || only === name);
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
  let server = await startServerProcess(dataDir, ONE_FILE_THREAD);
  await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  for (const { thread, call } of allCalls()) {
    for (let count = 1; ; count++) {
      const id = await operation.prepare(server, ledger);
      const work = () => operation.work(server, ledger, id);
      if (await survives(server, { thread, call, count }, work)) {
        console.log(`${operation.name}, ${call} of ${thread}: killed at each of ${count - 1}, nothing lost`);
        break;
      }
      await server.ended;
      server = await restartAndVerify(dataDir, ledger);
    }
  }
  if ((await server.stop()) !== 0) throw new Error("the server did not exit with 0 on SIGTERM");
  console.log(`${operation.name}: ${ledger.starts.length} kills, nothing lost; ${describeStarts(ledger)}`);
}

// The names are the keys of CALLS.
const allCalls = () =>
  Object.entries(CALLS).flatMap(([thread, calls]) => calls.map((call) => ({ thread: thread as Thread, call })));

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
