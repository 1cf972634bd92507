import type { Log } from "../log.ts";

export type Repeated = { stop(): Promise<void> };

type Rhythm = {
  everyMs: number;
  /** By default as long as between two runs. */
  firstAfterMs?: number;
  log: Log;
  failure: string;
};

/** Runs the task periodically until stopped. A failure is logged, and the next run tries again. */
export function repeat(task: () => Promise<void>, { everyMs, firstAfterMs = everyMs, log, failure }: Rhythm): Repeated {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const runIn = (ms: number) => {
    timer = setTimeout(() => {
      running = task().catch((error: unknown) => log.error({ err: error }, failure));
      runIn(everyMs);
    }, ms).unref();
  };
  runIn(firstAfterMs);
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
