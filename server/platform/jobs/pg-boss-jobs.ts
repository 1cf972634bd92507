import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { fromKysely, PgBoss } from "pg-boss";
import type { Jobs } from "./jobs.ts";

const QUEUE = "vitrine";
/** The name by which PostgreSQL knows the connections of a running server. */
export const JOBS_CONNECTION = "vitrine-jobs";
const CONNECTIONS = 3;
/** At least two, for pg-boss to fetch the next at once when all it asked for came; so that no core waits for the next. */
const AT_A_TIME = availableParallelism() + 1;
const ENDED = new Set(["completed", "cancelled", "failed"]);
const STOP_TIMEOUT_MS = 10_000;

const QUEUE_OPTIONS = {
  heartbeatSeconds: 10,
  expireInSeconds: 60 * 60,
  // What fails for good is counted by those who do the work; a job itself is tried until it is done.
  retryLimit: 10_000,
  retryDelay: 2,
  retentionSeconds: 365 * 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
};

/** Jobs that all nodes share. One that is not heard of for the time of a heartbeat is given to another node. */
export function pgBossJobs(connectionString: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    connectionString,
    max: CONNECTIONS,
    application_name: JOBS_CONNECTION,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => log.warn({ err: error }, "jobs: the database is away"));
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
              if (!stopping.signal.aborted) log.error({ err: error, job: job.id }, "a job failed; will be tried again");
              return { id: job.id, status: "failed" as const };
            }
          }),
        ),
      );
    },
    async stop() {
      stopping.abort();
      // While jobs run, pg-boss itself looks only every half second whether they have ended.
      await Promise.race([boss.offWork(QUEUE, { wait: true }), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}
