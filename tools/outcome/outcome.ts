import { readFileSync, writeFileSync } from "node:fs";

/** What a run of tests came to: how many passed, and for each that did not its name and reason. */
export type Outcome = { passed: number; failures: string[] };

/** A runner's reporter has no other way to hand something back than a file. */
export const OUTCOME_FILE = "VITRINE_OUTCOME_FILE";

export function writeOutcome(outcome: Outcome): void {
  const path = process.env[OUTCOME_FILE];
  if (!path) throw new Error(`${OUTCOME_FILE} must name the file for the outcome`);
  writeFileSync(path, JSON.stringify(outcome));
}

export function readOutcome(path: string): Outcome {
  return JSON.parse(readFileSync(path, "utf8")) as Outcome;
}

/** A failure as it is told once more at the end of the whole run, where a long output is still at hand. */
export function describeFailure(name: string, reasons: readonly (string | undefined)[]): string {
  return [name, ...reasons.map((reason) => (reason ?? "no reason given").replaceAll(/^/gm, "    "))].join("\n");
}
