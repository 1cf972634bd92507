import type { Generated, Transaction } from "kysely";

export type JobTables = { job: { id: Generated<number>; payload: string } };

/**
 * Work that outlives its request and the process. Each job runs on one node at a time. If that node stops, dies or fails,
 * the job runs again, so it must be idempotent.
 */
export type Jobs = {
  /** Part of the caller's transaction: both commit or neither. Call after `start`. */
  add(trx: Transaction<JobTables>, payloads: readonly object[]): Promise<void>;
  /** Whether no job is waiting or running, on any node. */
  isIdle(): Promise<boolean>;
  /** From now on this node runs jobs. */
  start(work: Work): Promise<void>;
  /** Aborts the running jobs and waits for them to end; unfinished ones wait for the next start. */
  stop(): Promise<void>;
};

/** Throws if the job is not done, also when the signal aborts it. */
export type Work = (payload: unknown, signal: AbortSignal) => Promise<void>;
