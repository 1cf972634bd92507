import type { Reporter, TestCase } from "@playwright/test/reporter";
import { describeFailure, type Outcome, writeOutcome } from "./outcome.ts";

/** Playwright makes one with `new`, so it is a function of the old kind. */
export default function reportOutcome(): Reporter {
  const tests = new Set<TestCase>();
  const faults: string[] = [];
  return {
    onTestEnd(test) {
      tests.add(test);
    },
    onError(error) {
      faults.push(describeFailure("an error outside the tests", [error.stack ?? error.message]));
    },
    onEnd() {
      const outcome: Outcome = { passed: 0, failures: faults };
      for (const test of tests) {
        if (test.outcome() === "expected") outcome.passed += 1;
        // One that passed at a second try did not pass.
        if (test.outcome() === "unexpected" || test.outcome() === "flaky") {
          const reasons = test.results.flatMap((result) => result.errors.map((error) => error.stack ?? error.message));
          outcome.failures.push(describeFailure(test.titlePath().filter(Boolean).join(" › "), reasons));
        }
      }
      writeOutcome(outcome);
    },
  };
}
