import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { OUTCOME_FILE, type Outcome, readOutcome } from "./outcome/outcome.ts";

/** Most tests start servers and commands; the second of a kind starts with what Node has compiled for the first. */
const COMPILED = join(import.meta.dirname, "..", "node_modules", ".cache", "node");

/** The whole proof: what can be judged by reading, the server on each of its databases, and the screens in a browser. */
const outcomes = [await checks(), runner("vitest", ["run"]), runner("playwright", ["test"])];
const failures = outcomes.flatMap((outcome) => outcome.failures);
// Told again here: a run prints thousands of lines, and the first fault may stand at their beginning.
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function checks(): Promise<Outcome> {
  const { passed, failed } = await check();
  return { passed: passed.length, failures: failed };
}

function runner(command: "vitest" | "playwright", parameters: string[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-outcome-"));
  const file = join(folder, "outcome.json");
  const reporters = {
    vitest: ["--reporter=default", "--reporter=./tools/outcome/of-vitest.ts"],
    playwright: ["--reporter=list,./tools/outcome/of-playwright.ts"],
  };
  try {
    const env = { ...process.env, [OUTCOME_FILE]: file, NODE_COMPILE_CACHE: COMPILED };
    const { status, signal } = spawnSync(command, [...parameters, ...reporters[command]], { stdio: "inherit", env });
    const outcome = existsSync(file) ? readOutcome(file) : { passed: 0, failures: [] };
    // A runner can fail without naming a test: in its own set-up, say.
    if (status !== 0 && outcome.failures.length === 0)
      outcome.failures.push(`${command} ended with ${status ?? signal}`);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
