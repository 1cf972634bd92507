import type { Deps } from "../../deps.ts";
import { pruneAudit } from "../../library/audit.ts";
import { sweepRateLimits } from "../../platform/http/rate-limit.ts";
import { deleteEndedSessions } from "./auth.service.ts";
import { deleteOldDevices } from "./devices.ts";

const UPKEEP_EVERY_MS = 10 * 60 * 1000;

/** Keeps what strangers and time add to the database bounded: at start, then periodically. */
export async function startUpkeep(deps: Deps): Promise<{ stop(): Promise<void> }> {
  await keepUp(deps);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = keepUp(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, "upkeep failed; will be tried again");
    });
  }, UPKEEP_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function keepUp(deps: Deps): Promise<void> {
  await deleteEndedSessions(deps);
  await deleteOldDevices(deps);
  await sweepRateLimits(deps);
  await pruneAudit(deps);
}
