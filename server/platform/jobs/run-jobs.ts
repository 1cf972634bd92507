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

/** Does not wait: false, without doing the work, while another has the lock of this name. */
type Locks = { holdIfFree(name: string, work: () => Promise<void>): Promise<boolean> };

/** Jobs in the library's database: each row is a job, deleted when done. A node that dies loses its locks to the others. */
export function createJobs(db: Kysely<JobTables>, locks: Locks, log: FastifyBaseLogger): Jobs {
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  let looking = Promise.resolve();

  /** In order, again and again: the first ones may be left by a node that has died. */
  async function look(work: Work): Promise<void> {
    let after = 0;
    while (!stopping.signal.aborted) {
      const next = await findNext(db, after).catch((error: unknown) => {
        // Unhandled, a disk error would end the server. The disk may recover by the next attempt.
        log.error({ err: error }, "cannot read jobs; will retry");
        return undefined;
      });
      after = next?.id ?? 0;
      if (next && !running.has(next.id)) running.set(next.id, run(next, work));
      if (!next) await pause();
      else if (running.size >= AT_A_TIME) await Promise.race(running.values());
    }
  }

  async function run({ id, payload }: { id: number; payload: string }, work: Work): Promise<void> {
    try {
      await locks.holdIfFree(`job/${id}`, async () => {
        await work(JSON.parse(payload), stopping.signal);
        await db.deleteFrom("job").where("id", "=", id).execute();
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error, job: id }, "a job failed and will be retried");
      await pause();
    } finally {
      running.delete(id);
    }
  }

  const pause = () => delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});

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
    isIdle: async () => (await findNext(db, 0)) === undefined,
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

function findNext(db: Kysely<JobTables>, after: number) {
  return db.selectFrom("job").selectAll().where("id", ">", after).orderBy("id").limit(1).executeTakeFirst();
}
