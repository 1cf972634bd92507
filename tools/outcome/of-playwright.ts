import type { Reporter, TestCase } from "@playwright/test/reporter";
import { describeFailure, type TestRun, writeOutcome } from "./outcome.ts";

/** Not an arrow function: Playwright calls it with `new`. */
export default function reportOutcome(): Reporter {
  const tests = new Set<TestCase>();
  const faults: string[] = [];
  return {
    onTestEnd(test) {
      tests.add(test);
    },
    onError(error) {
      faults.push(describeFailure("an error outside of any test", [error.stack ?? error.message]));
    },
    onEnd() {
      const outcome: TestRun = { passed: 0, failures: faults, timings: [] };
      for (const test of tests) {
        const name = test.titlePath().filter(Boolean).join(" › ");
        outcome.timings.push({ name, ms: test.results.reduce((sum, { duration }) => sum + duration, 0) });
        if (test.outcome() === "expected") outcome.passed += 1;
        // A test that needs a second attempt has failed.
        if (test.outcome() === "unexpected" || test.outcome() === "flaky") {
          const reasons = test.results.flatMap((result) => result.errors.map((error) => error.stack ?? error.message));
          outcome.failures.push(describeFailure(name, reasons));
        }
      }
      writeOutcome(outcome);
    },
  };
}
