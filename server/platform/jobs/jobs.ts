import type { Transaction } from "kysely";
import type { Schema } from "../db/schema.ts";

/**
 * Work that outlives the request that asked for it, and the process. Each job is given to one node at a time; one whose
 * node stopped, died or failed is given out again, so doing a job twice must do no harm.
 */
export type Jobs = {
  /** In the transaction that gives reason for the jobs: both happen or neither. After `start`. */
  add(trx: Transaction<Schema>, payloads: readonly object[]): Promise<void>;
  /** Whether no job waits or runs, on any node. */
  isIdle(): Promise<boolean>;
  /** From now on this node does jobs. */
  start(work: Work): Promise<void>;
  /** Tells the running jobs to stop and waits until they have; what they left undone waits for the next start. */
  stop(): Promise<void>;
};

/** Throws when the job is not done, be it that the signal told to stop. */
export type Work = (payload: unknown, signal: AbortSignal) => Promise<void>;
