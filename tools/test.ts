/**
 * The whole proof: the checks, the server's tests and the browser tests.
 *
 *   npm test            the server on SQLite with files, and on PostgreSQL with S3
 *   npm run test:all    on all four pairs of database and storage
 *   npm test -- trash   the checks, and of the tests those in files with this in their path
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../rig/browser.ts";
import { ensureWebBuilt } from "../server/pages/build-web.ts";
import { check } from "./check.ts";
import { describeTimings, OUTCOME_FILE, readOutcome, slowest, type TestRun, type Timing } from "./outcome/outcome.ts";
import { processorSeconds } from "./outcome/processor-time.ts";

const SLOWEST = 10;
/** Server tests on a disk spend up to a quarter of their time waiting for it to confirm writes. */
const MEMORY_DISK = "/dev/shm";
const MEMORY_DISK_MIN_BYTES = 4e9;

const { values, positionals: paths } = parseArgs({
  options: { "all-pairs": { type: "boolean", default: false } },
  allowPositionals: true,
});
// Read by vitest.config.ts.
if (values["all-pairs"]) process.env.VITRINE_ALL_PAIRS = "1";

// Both before the parts, each of which would do it again.
await ensureWebBuilt();
ensureBrowser();

const parts: Record<string, () => Promise<TestRun>> = {
  checks: runChecks,
  vitest: () =>
    runTests("vitest", ["run", "--reporter=default", "--reporter=./tools/outcome/of-vitest.ts", ...paths], {
      TMPDIR: fastTemporaryFolder(),
    }),
  playwright: () => runTests("playwright", ["test", "--reporter=list,./tools/outcome/of-playwright.ts", ...paths]),
};
const times: Timing[] = [];
// Side by side: alone, each leaves a third of the processors idle while it waits for databases, frames and timers.
const outcomes = await Promise.all(
  Object.entries(parts).map(async ([name, run]) => {
    const startedAt = performance.now();
    const outcome = await run();
    times.push({ name, ms: performance.now() - startedAt });
    return outcome;
  }),
);
const timings = outcomes.flatMap((outcome) => outcome.timings);
const failures = outcomes.flatMap((outcome) => outcome.failures);
console.log(`\nSlowest tests\n${describeTimings(slowest(timings, SLOWEST))}`);
console.log(`\nTime of each part\n${describeTimings(times)}`);
const usedSeconds = processorSeconds();
const wallSeconds = performance.now() / 1000;
if (usedSeconds) console.log(`\n${usedSeconds.toFixed(0)} s of processor time in ${wallSeconds.toFixed(0)} s`);
// Repeated here: the run prints thousands of lines, and the first failure may be far up.
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runChecks(): Promise<TestRun> {
  const { passed, failed } = await check();
  return { passed: passed.length, failures: failed, timings: [] };
}

/** The memory disk, unless the machine has none or a small one, as containers do. */
function fastTemporaryFolder(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= MEMORY_DISK_MIN_BYTES ? MEMORY_DISK : tmpdir();
}

async function runTests(
  command: "vitest" | "playwright",
  parameters: string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-outcome-"));
  const file = join(folder, "outcome.json");
  try {
    const env = { ...process.env, [OUTCOME_FILE]: file, ...settings };
    const runner = spawn(command, parameters, { stdio: ["ignore", "pipe", "inherit"], env });
    // Not the terminal itself, which two runners would redraw at once.
    runner.stdout.pipe(process.stdout, { end: false });
    const [status, signal] = await once(runner, "close");
    const outcome = existsSync(file) ? readOutcome(file) : { passed: 0, failures: [], timings: [] };
    // A runner can fail without a failed test, for example in its setup.
    if (status !== 0 && outcome.failures.length === 0)
      outcome.failures.push(`${command} exited with ${status ?? signal}`);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
