import { readFileSync, writeFileSync } from "node:fs";

export type Timing = { name: string; ms: number };

/** The result of a test run. Each failure has the test's name and its reasons. */
export type TestRun = { passed: number; failures: string[]; timings: Timing[] };

/** A runner's reporter can hand something back only through a file. */
export const OUTCOME_FILE = "VITRINE_OUTCOME_FILE";

export function writeOutcome(outcome: TestRun): void {
  const path = process.env[OUTCOME_FILE];
  if (!path) throw new Error(`${OUTCOME_FILE} must be set to a file for the outcome`);
  writeFileSync(path, JSON.stringify(outcome));
}

export function readOutcome(path: string): TestRun {
  return JSON.parse(readFileSync(path, "utf8")) as TestRun;
}

/** For the summary at the end of the run. */
export function describeFailure(name: string, reasons: readonly (string | undefined)[]): string {
  return [name, ...reasons.map((reason) => (reason ?? "no reason given").replaceAll(/^/gm, "    "))].join("\n");
}

export const slowest = (timings: readonly Timing[], count: number) =>
  timings.toSorted((one, other) => other.ms - one.ms).slice(0, count);

export const describeTimings = (timings: readonly Timing[]) =>
  timings.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`).join("\n");
