import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Jobs, JobTables, Work } from "./jobs.ts";

const STOP_TIMEOUT_MS = 10_000;
const ROWS_PER_STATEMENT = 500;
const POLL_MS = 1_000;
/** Always has a next picture ready for every core. */
const AT_A_TIME = availableParallelism() + 1;

/** Jobs of the only server on a SQLite file: each row is a job, deleted when done. */
export function sqliteJobs(db: Kysely<JobTables>, log: FastifyBaseLogger): Jobs {
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  let looking = Promise.resolve();

  async function look(work: Work): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await findNext(db, [...running.keys()]).catch((error: unknown) => {
        // Unhandled, a disk error would end the server. The disk may recover by the next attempt.
        log.error({ err: error }, "cannot read jobs; will retry");
        return undefined;
      });
      if (next) running.set(next.id, run(next, work));
      if (!next) await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
      else if (running.size >= AT_A_TIME) await Promise.race(running.values());
    }
  }

  async function run({ id, payload }: { id: number; payload: string }, work: Work): Promise<void> {
    try {
      await work(JSON.parse(payload), stopping.signal);
      await db.deleteFrom("job").where("id", "=", id).execute();
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error, job: id }, "a job failed and will be retried");
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    } finally {
      running.delete(id);
    }
  }

  return {
    async add(trx, payloads) {
      const rows = payloads.map((payload) => ({ payload: JSON.stringify(payload) }));
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        await trx
          .insertInto("job")
          .values(rows.slice(start, start + ROWS_PER_STATEMENT))
          .execute();
      }
    },
    isIdle: async () => (await findNext(db, [])) === undefined,
    async start(work) {
      looking = look(work);
    },
    async stop() {
      stopping.abort();
      await Promise.race([
        Promise.all([looking, ...running.values()]),
        delay(STOP_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

function findNext(db: Kysely<JobTables>, except: readonly number[]) {
  return db
    .selectFrom("job")
    .selectAll()
    .$if(except.length > 0, (query) => query.where("id", "not in", except))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}
