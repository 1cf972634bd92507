import type { Log } from "../log.ts";

export type Repeated = { stop(): Promise<void> };

type Rhythm = {
  everyMs: number;
  /** An additional run after the start. */
  firstAfterMs?: number;
  log: Log;
  failure: string;
};

/** Runs the task periodically until stopped. A failure is logged, and the next run tries again. */
export function repeat(task: () => Promise<void>, { everyMs, firstAfterMs, log, failure }: Rhythm): Repeated {
  let running = Promise.resolve();
  const run = () => {
    running = task().catch((error: unknown) => log.error({ err: error }, failure));
  };
  const first = firstAfterMs === undefined ? undefined : setTimeout(run, firstAfterMs).unref();
  const every = setInterval(run, everyMs).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(every);
      await running;
    },
  };
}
