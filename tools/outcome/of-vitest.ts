import type { Reporter } from "vitest/node";
import { describeFailure, type TestRun, writeOutcome } from "./outcome.ts";

/** Not an arrow function: Vitest calls it with `new`. */
export default function reportOutcome(): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const outcome: TestRun = { passed: 0, failures: [], timings: [] };
      for (const module of modules) {
        const file = `${module.project.name} › ${module.relativeModuleId}`;
        for (const test of module.children.allTests()) {
          const result = test.result();
          const name = `${file} › ${test.fullName}`;
          outcome.timings.push({ name, ms: test.diagnostic()?.duration ?? 0 });
          if (result.state === "passed") outcome.passed += 1;
          if (result.state === "failed") {
            const reasons = result.errors.map((error) => error.stack ?? error.message);
            outcome.failures.push(describeFailure(name, reasons));
          }
        }
        for (const error of module.errors())
          outcome.failures.push(describeFailure(file, [error.stack ?? error.message]));
      }
      for (const error of unhandled) {
        outcome.failures.push(describeFailure("an unhandled error", [error.stack ?? error.message]));
      }
      writeOutcome(outcome);
    },
  };
}
