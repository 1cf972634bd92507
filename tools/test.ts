import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";

type Count = { passed: number; failed: number };

/** The whole proof: what can be judged by reading, the server on each of its databases, and the screens in a browser. */
const reports = mkdtempSync(join(tmpdir(), "vitrine-reports-"));
try {
  const checks = await check();
  const counts = [{ passed: checks.passed.length, failed: checks.failed.length }, serverTests(), browserTests()];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

function serverTests(): Count {
  const report = join(reports, "vitest.json");
  const status = run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  const { numPassedTests, numFailedTests } = readReport<{ numPassedTests: number; numFailedTests: number }>(report);
  return countRun(status, numPassedTests, numFailedTests);
}

function browserTests(): Count {
  const report = join(reports, "playwright.json");
  const status = run("playwright", ["test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { stats } = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report);
  return countRun(status, stats.expected, stats.unexpected + stats.flaky);
}

/** A runner that failed without naming a test (a file that does not load, say) counts as one failure. */
function countRun(status: number | null, passed: number, failed: number): Count {
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
}

function run(command: string, parameters: string[], env: Record<string, string> = {}): number | null {
  return spawnSync(command, parameters, { stdio: "inherit", env: { ...process.env, ...env } }).status;
}

function readReport<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
