import type { Db } from "../../db/schema.ts";
import type { Log } from "../../log.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { deleteExpiredFiles } from "./former-files.ts";
import { PUT_LEASE_MS, recoverIntents } from "./intents.ts";

const SWEEP_EVERY_MS = 60_000;
/** A received file waits for the rest of its request, which can take hours over a bad connection. */
const TEMP_LEASE_MS = 24 * 60 * 60 * 1000;

type RecoveryDeps = {
  db: Db;
  storage: Storage;
  now(): Date;
  log: Log;
};

/**
 * Cleans up after programs that died: once at start, then periodically. Everything that is open when this server starts
 * alone is a leftover; beside others, only what is older than any put of a live program.
 */
export async function startRecovery(deps: RecoveryDeps, isAlone: boolean): Promise<Repeated> {
  if (isAlone) {
    await recoverIntents(deps);
    await deps.storage.removeTemps();
  } else {
    await sweep(deps);
  }

  return repeat(() => sweep(deps), { everyMs: SWEEP_EVERY_MS, log: deps.log, failure: "sweep failed; will retry" });
}

async function sweep(deps: RecoveryDeps): Promise<void> {
  const before = (leaseMs: number) => new Date(deps.now().getTime() - leaseMs);
  await recoverIntents(deps, before(PUT_LEASE_MS));
  await deleteExpiredFiles(deps);
  await deps.storage.removeTemps(before(TEMP_LEASE_MS));
}
