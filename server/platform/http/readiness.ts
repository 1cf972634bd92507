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
  const checks = { database: checkDatabase(), storage: storage.check() };
  await Promise.allSettled(Object.values(checks));
  const failed: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    await check.catch((error: unknown) => {
      log.warn({ err: error }, `not ready: the ${name} is not responding`);
      failed.push(`the ${name}`);
    });
  }
  if (failed.length === 0) return;
  throw unavailable(capital(`${failed.join(" and ")} ${failed.length > 1 ? "are" : "is"} not responding`));
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
