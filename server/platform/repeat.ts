import type { Log } from "../log.ts";

export type Repeated = { stop(): Promise<void> };

/** Runs the task periodically until stopped. A failure is logged, and the next run tries again. */
export function repeat(
  task: () => Promise<void>,
  { everyMs, log, failure }: { everyMs: number; log: Log; failure: string },
): Repeated {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = task().catch((error: unknown) => log.error({ err: error }, failure));
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
