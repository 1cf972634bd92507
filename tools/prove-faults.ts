/**
 * Tries hard to lose a photo. After every kill -9 the server starts again, and every acknowledged upload must be there
 * with the same SHA-256, every acknowledged delete gone, and doctor find nothing.
 *
 *   npm run prove:faults                             all of it
 *   npm run prove:faults -- --only random            one of calls, random, full, aborts
 *   npm run prove:faults -- --rounds 10 --aborts 50  fewer of them
 *
 * Needs Linux; `calls` needs strace, `full` needs root, since it mounts a small disk.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { abortUploads } from "./faults/abort-uploads.ts";
import { killAtCalls } from "./faults/kill-at-calls.ts";
import { killAtRandom } from "./faults/kill-at-random.ts";
import { breakStorage } from "./faults/storage-faults.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "100" },
    aborts: { type: "string", default: "500" },
  },
});

const PROOFS: Record<string, (dataDir: string) => Promise<void>> = {
  calls: killAtCalls,
  random: (dataDir) => killAtRandom(dataDir, Number(values.rounds)),
  storage: breakStorage,
  aborts: (dataDir) => abortUploads(dataDir, Number(values.aborts)),
};

for (const [name, prove] of Object.entries(PROOFS)) {
  if (values.only !== undefined && values.only !== name) continue;
  console.log(`== ${name}`);
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-prove-"));
  try {
    await prove(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
