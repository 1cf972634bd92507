import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { fromKysely, PgBoss } from "pg-boss";
import type { Jobs } from "./jobs.ts";

const QUEUE = "vitrine";
/** The application name of a running server's connections in PostgreSQL. */
export const JOBS_CONNECTION = "vitrine-jobs";
const CONNECTIONS = 3;
/** At least two: pg-boss fetches again immediately only after a full batch. Keeps every core busy. */
const AT_A_TIME = availableParallelism() + 1;
const ENDED = new Set(["completed", "cancelled", "failed"]);
const STOP_TIMEOUT_MS = 10_000;

const QUEUE_OPTIONS = {
  heartbeatSeconds: 10,
  expireInSeconds: 60 * 60,
  // The work itself counts permanent failures; a job is retried until it is done.
  retryLimit: 10_000,
  retryDelay: 2,
  retentionSeconds: 365 * 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
};

/** Jobs shared by all nodes. One without a heartbeat goes to another node. */
export function pgBossJobs(connectionString: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    connectionString,
    max: CONNECTIONS,
    application_name: JOBS_CONNECTION,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => log.warn({ err: error }, "jobs: the database is down"));
  const stopping = new AbortController();

  return {
    async add(trx, payloads) {
      await boss.insert(
        QUEUE,
        payloads.map((data) => ({ data })),
        { db: fromKysely(trx) },
      );
    },
    async isIdle() {
      const jobs = await boss.findJobs(QUEUE);
      return jobs.every((job) => ENDED.has(job.state));
    },
    async start(work) {
      await boss.start();
      await boss.createQueue(QUEUE, QUEUE_OPTIONS);
      const options = {
        batchSize: AT_A_TIME,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 1,
        perJobResults: true,
      } as const;
      await boss.work(QUEUE, options, (jobs) =>
        Promise.all(
          jobs.map(async (job) => {
            try {
              await work(job.data, AbortSignal.any([job.signal, stopping.signal]));
              return { id: job.id, status: "completed" as const };
            } catch (error) {
              if (!stopping.signal.aborted) log.error({ err: error, job: job.id }, "a job failed and will be retried");
              return { id: job.id, status: "failed" as const };
            }
          }),
        ),
      );
    },
    async stop() {
      stopping.abort();
      // pg-boss itself checks only every half second whether running jobs have ended.
      await Promise.race([boss.offWork(QUEUE, { wait: true }), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
