import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../platform/db/connect.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { PUT_LEASE_MS, recoverIntents } from "./intents.ts";

const SWEEP_EVERY_MS = 60_000;
/** A file that has arrived waits for the rest of its request, which over a bad connection may take hours. */
const TEMP_LEASE_MS = 24 * 60 * 60 * 1000;

type RecoveryDeps = {
  db: Database["db"];
  database: Database;
  storage: Storage;
  now(): Date;
  log: FastifyBaseLogger;
};

/**
 * Undoes and finishes what a server that died has left open, at start and from then on. On SQLite this server is alone,
 * so whatever is open at its start is of one that died; on PostgreSQL only what is older than any put of a living one.
 */
export async function startRecovery(deps: RecoveryDeps): Promise<{ stop(): Promise<void> }> {
  if (deps.database.dialect === "sqlite") {
    await recoverIntents(deps);
    await deps.storage.removeTemps();
  } else {
    await sweep(deps);
  }

  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, "sweep failed; will be tried again");
    });
  }, SWEEP_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

async function sweep(deps: RecoveryDeps): Promise<void> {
  const before = (leaseMs: number) => new Date(deps.now().getTime() - leaseMs);
  await recoverIntents(deps, before(PUT_LEASE_MS));
  await deps.storage.removeTemps(before(TEMP_LEASE_MS));
}
