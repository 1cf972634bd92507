import type { Reporter } from "vitest/node";
import { describeFailure, type Outcome, writeOutcome } from "./outcome.ts";

/** Vitest makes one with `new`, so it is a function of the old kind. */
export default function reportOutcome(): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      const outcome: Outcome = { passed: 0, failures: [] };
      for (const module of modules) {
        const file = `${module.project.name} › ${module.relativeModuleId}`;
        for (const test of module.children.allTests()) {
          const result = test.result();
          if (result.state === "passed") outcome.passed += 1;
          if (result.state === "failed") {
            const reasons = result.errors.map((error) => error.stack ?? error.message);
            outcome.failures.push(describeFailure(`${file} › ${test.fullName}`, reasons));
          }
        }
        for (const error of module.errors())
          outcome.failures.push(describeFailure(file, [error.stack ?? error.message]));
      }
      for (const error of unhandled) {
        outcome.failures.push(describeFailure("an error that no test waited for", [error.stack ?? error.message]));
      }
      writeOutcome(outcome);
    },
  };
}
