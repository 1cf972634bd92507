import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Jobs, JobTables } from "../jobs/jobs.ts";
import { createJobs } from "../jobs/run-jobs.ts";
import type { Changes } from "./changes.ts";
import { watchFile } from "./file-changes.ts";
import { type Locks, processLocks, sharedLocks } from "./locks.ts";
import { openSession } from "./session.ts";
import { shareChanges } from "./shared-changes.ts";

/** Coordination with other nodes, through the database. On SQLite there is only one node. */
export type Nodes = { changes: Changes; locks: Locks; jobs: Jobs; close(): Promise<void> };

export async function joinNodes(
  databaseUrl: string | undefined,
  db: Kysely<JobTables>,
  log: FastifyBaseLogger,
): Promise<Nodes> {
  if (databaseUrl === undefined) {
    const changes = watchFile(db, log);
    const locks = processLocks();
    return { changes, locks, jobs: createJobs(db, locks, log), close: () => changes.close() };
  }
  const session = openSession(databaseUrl);
  const changes = await shareChanges(databaseUrl, log);
  const locks = sharedLocks(session);
  return {
    changes,
    locks,
    jobs: createJobs(db, locks, log),
    async close() {
      await changes.close();
      await session.close();
    },
  };
}
