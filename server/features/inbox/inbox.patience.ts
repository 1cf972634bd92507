import type { Entry } from "./inbox.folder.ts";
import type { Outcome } from "./inbox.take.ts";

const RETRY_MS = 30_000;

export type Patience = ReturnType<typeof createPatience>;

/** Remembers which files were not taken for a reason that is not their own. They are left alone for a while. */
export function createPatience(now: () => Date) {
  const waiting = new Map<string, { stamp: string; untilMs: number; attempts: number }>();

  const attemptsOf = ({ path, stamp }: Entry) => {
    const before = waiting.get(path);
    return before?.stamp === stamp ? before.attempts : 0;
  };

  function wait(entry: Entry): void {
    const { path, stamp } = entry;
    waiting.set(path, { stamp, untilMs: now().getTime() + RETRY_MS, attempts: attemptsOf(entry) + 1 });
  }

  return {
    wait,
    forgetOthers(present: readonly Entry[]): void {
      const paths = new Set(present.map(({ path }) => path));
      for (const path of waiting.keys()) if (!paths.has(path)) waiting.delete(path);
    },
    isWaiting({ path, stamp }: Entry): boolean {
      const before = waiting.get(path);
      return before?.stamp === stamp && before.untilMs > now().getTime();
    },
    /** Refuses what has failed too often. */
    judge(entry: Entry, outcome: Outcome): Outcome {
      if (outcome.kind !== "later") return outcome;
      wait(entry);
      const { reason, attempts = Number.POSITIVE_INFINITY } = outcome;
      return reason !== undefined && attemptsOf(entry) >= attempts ? { kind: "refused", reason } : outcome;
    },
  };
}
