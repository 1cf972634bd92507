/**
 * Tries hard to lose a photo, to let someone in who must not be, and to bring the site down. After every kill -9 the server restarts:
 * every acknowledged upload must be there with the same SHA-256, every deleted photo gone, and doctor must find nothing.
 * docs/reliability.md has the figures.
 *
 *   npm run prove:faults                             everything, on an idle machine
 *   npm run prove:faults -- --only random            one part, or several with commas; the names are below
 *   npm run prove:faults -- --only calls --operation "permanent delete"
 *   npm run prove:faults -- --rounds 10 --aborts 50  fewer rounds
 *   npm run prove:faults -- --only memory --photos 200  a longer batch
 *
 * Needs Linux, strace, and root to mount small disks.
 */
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServerProcess } from "../rig/server-process.ts";
import { abortUploads } from "./faults/abort-uploads.ts";
import { backUpUnderLoad } from "./faults/back-up-under-load.ts";
import { boundMemory } from "./faults/bound-memory.ts";
import { floodGenerate } from "./faults/flood-generate.ts";
import { killAtCalls } from "./faults/kill-at-calls.ts";
import { killAtRandom } from "./faults/kill-at-random.ts";
import { killUploads } from "./faults/kill-uploads.ts";
import { lockDatabase } from "./faults/lock-database.ts";
import { floodLogins } from "./faults/login-flood.ts";
import { compareLogins } from "./faults/login-times.ts";
import { oddFiles } from "./faults/odd-files.ts";
import { refuseStart } from "./faults/refuse-start.ts";
import { slowClients } from "./faults/slow-clients.ts";
import { stopInOrder } from "./faults/stop-in-order.ts";
import { breakStorage } from "./faults/storage-faults.ts";
import { streamArchives } from "./faults/stream-archives.ts";
import { uploadLoad } from "./faults/upload-load.ts";
import { runParts } from "./run-parts.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    operation: { type: "string" },
    rounds: { type: "string", default: "100" },
    aborts: { type: "string", default: "500" },
    // Each takes seconds, and a decoder handles one at a time: more of them need the same memory.
    photos: { type: "string", default: "24" },
  },
});

const PROOFS: Record<string, (dataDir: string) => Promise<void>> = {
  calls: (dataDir) => killAtCalls(dataDir, values.operation),
  random: (dataDir) => killAtRandom(dataDir, Number(values.rounds)),
  storage: breakStorage,
  lock: lockDatabase,
  start: refuseStart,
  stop: stopInOrder,
  aborts: (dataDir) => abortUploads(dataDir, Number(values.aborts)),
  uploads: async (dataDir) => {
    await killUploads(join(dataDir, "kills"));
    await uploadLoad(join(dataDir, "load"));
  },
  slow: slowClients,
  memory: (dataDir) => boundMemory(dataDir, Number(values.photos)),
  archives: streamArchives,
  backup: backUpUnderLoad,
  odd: oddFiles,
  generate: floodGenerate,
  login: async (dataDir) => {
    await compareLogins(join(dataDir, "times"));
    await floodLogins(join(dataDir, "flood"));
  },
};

const newFolder = () => mkdtempDisposable(join(tmpdir(), "vitrine-prove-"));

// As the systemd unit does. A server that is killed writes no cache, so one is stopped in order first.
await using compileCache = await newFolder();
process.env.NODE_COMPILE_CACHE = compileCache.path;
await (await startServerProcess(join(compileCache.path, "data"))).stop();
await runParts(PROOFS, values.only, async (prove) => {
  await using folder = await newFolder();
  await prove(folder.path);
});
