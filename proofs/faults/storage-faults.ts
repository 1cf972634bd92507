import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAlbum } from "../../contract/albums.ts";
import { makePicture } from "../../rig/make-picture.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { readers } from "./readers.ts";
import { injectInto, threadsOf } from "./strace.ts";
import { consultDoctor, verifyByRestart } from "./verify-ledger.ts";

const DISK_MB = 24;
const NOBODY = 65_534;

type Fault = {
  name: string;
  /** The error that an upload gets while it lasts. */
  uploadError: string;
  /** Prepares the folder before the start. Returns what undoes it. */
  prepare?(dataDir: string): () => void;
  isUnprivileged?: boolean;
  /** Returns what repairs it. */
  cause(server: ServerProcess, dataDir: string): Promise<() => Promise<void>>;
};

const FAULTS: Fault[] = [
  {
    name: "full disk of the storage",
    uploadError: "DISK_SPACE_ERROR",
    prepare: (dataDir) => mountSmallDisk(join(dataDir, "storage")),
    cause: (_server, dataDir) => fill(join(dataDir, "storage")),
  },
  {
    name: "full disk of storage and database",
    uploadError: "DISK_SPACE_ERROR",
    prepare: mountSmallDisk,
    cause: (_server, dataDir) => fill(dataDir),
  },
  {
    name: "storage read-only",
    uploadError: "PERMISSION_ERROR",
    prepare: (dataDir) => mountSmallDisk(join(dataDir, "storage")),
    async cause(_server, dataDir) {
      const remount = (mode: string) => execFileSync("mount", ["-o", `remount,${mode}`, join(dataDir, "storage")]);
      remount("ro");
      return async () => void remount("rw");
    },
  },
  {
    name: "permission denied, as a user without privileges",
    uploadError: "PERMISSION_ERROR",
    isUnprivileged: true,
    async cause(_server, dataDir) {
      const allow = (mode: string) => execFileSync("chmod", ["-R", mode, join(dataDir, "storage")]);
      allow("a-w");
      return async () => void allow("u+w");
    },
  },
  {
    name: "EIO on fsync of files",
    uploadError: "FILE_STORAGE_ERROR",
    cause: (server) => injectInto(threadsOf(server, "files"), "fsync", "error=EIO"),
  },
  {
    name: "EIO on fsync of the database",
    uploadError: "FILE_STORAGE_ERROR",
    cause: (server) => injectInto(threadsOf(server, "database"), "fsync", "error=EIO"),
  },
];

/** Uploads fail with the right error, nothing is half-written, reads continue, and it recovers without a restart. */
export async function breakStorage(dataDir: string): Promise<void> {
  for (const [index, fault] of FAULTS.entries()) {
    const folder = join(dataDir, String(index));
    mkdirSync(folder);
    const undo = fault.prepare?.(folder);
    try {
      await proveFault(folder, fault);
    } finally {
      undo?.();
    }
  }
}

async function proveFault(dataDir: string, fault: Fault): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (fault.isUnprivileged && isRoot) {
    for (const folder of [join(dataDir, ".."), dataDir]) chownSync(folder, NOBODY, NOBODY);
  }
  const identity = fault.isUnprivileged && isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const ledger = newLedger();
  await using server = await startWithAlbum(dataDir, {}, identity);
  await uploadOne(server, ledger);
  const outcome = await tryDuring(server, dataDir, fault);
  await uploadOne(server, ledger);
  const left = readdirSync(join(dataDir, "storage/temp"));
  if (left.length > 0) throw new Error(`${fault.name}: ${left.length} half-written files are left`);
  await consultDoctor(dataDir);
  console.log(`${fault.name}: ${outcome}; recovered without a restart, nothing left behind`);
  await server.stop("SIGKILL");
  // A server that runs as root refuses the library of another user.
  if (isRoot) execFileSync("chown", ["-R", "root", dataDir]);
  await verifyByRestart(dataDir, ledger);
}

async function tryDuring(server: ServerProcess, dataDir: string, { name, uploadError, cause }: Fault): Promise<string> {
  const repair = await cause(server, dataDir);
  const reading = readers(server);
  const { status, body } = await upload(server.admin, { slug: SLUG }, [
    { name: "refused.jpg", bytes: await makePicture({ width: 900, height: 700 }) },
  ]);
  const change = await server.admin.request(createAlbum, { body: { title: "Another", category: "urban" } });
  const read = await reading.stop();
  await repair();
  const type = body.failed_uploads?.[0]?.error_type;
  if (status !== 422 || type !== uploadError)
    throw new Error(`${name}: an upload got ${status} ${JSON.stringify(body)}`);
  if (change.status !== 201 && change.status !== 503) throw new Error(`${name}: a change returned ${change.status}`);
  return `uploads fail with ${type}, other changes return ${change.status}, ${read}`;
}

function mountSmallDisk(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "none", folder]);
  return () => void execFileSync("umount", [folder]);
}

/** Fills the disk to the last byte. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const filler = join(folder, "filler");
  await writeFile(filler, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => {});
  return () => rm(filler);
}
