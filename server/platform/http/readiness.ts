import { unavailable } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Storage } from "../storage/storage.ts";

/** `checkDatabase` throws if the database is not responding. */
type Dependencies = { checkDatabase(): Promise<void>; storage: Storage; log: Log };

const CHECK_EVERY_MS = 1_000;

/** Rejects while database or storage do not respond. Anyone may ask, so they are reached at most once a second. */
export function createReadiness(deps: Dependencies): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isChecking = false;
  let check = Promise.resolve();

  return () => {
    if (!isChecking && performance.now() - checkedAt >= CHECK_EVERY_MS) {
      isChecking = true;
      check = checkBoth(deps).finally(() => {
        isChecking = false;
        checkedAt = performance.now();
      });
    }
    return check;
  };
}

async function checkBoth({ checkDatabase, storage, log }: Dependencies): Promise<void> {
  try {
    await checkDatabase();
    await storage.check();
  } catch (error) {
    log.warn({ err: error }, "not ready");
    throw unavailable("The database or the storage is not responding");
  }
}
