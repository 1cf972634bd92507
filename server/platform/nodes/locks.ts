import { setTimeout as delay } from "node:timers/promises";
import { tooBusy } from "../../errors.ts";
import type { Session } from "./session.ts";

const ASK_EVERY_MS = 100;
const PATIENCE_MS = 120_000;

/** Mutual exclusion by name, in this process and across all nodes. */
export type Locks = {
  /** Waits for its turn. The work must check again whether it is still needed: the previous holder may have done it. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Does not wait: false, without doing the work, while another holds it. */
  holdIfFree(name: string, work: () => Promise<void>): Promise<boolean>;
};

/** For a single server. */
export function processLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  const locks: Locks = {
    hold(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work);
      const settled = turn
        .catch(() => {})
        .then(() => {
          if (last.get(name) === settled) last.delete(name);
        });
      last.set(name, settled);
      return turn;
    },
    async holdIfFree(name, work) {
      if (last.has(name)) return false;
      await locks.hold(name, work);
      return true;
    },
  };
  return locks;
}

/** For several nodes: PostgreSQL's advisory locks, which end with the session of a node that died. */
export function sharedLocks(session: Session): Locks {
  // Advisory locks belong to the session, which could take the same one twice.
  const own = processLocks();
  return {
    hold: (name, work) =>
      own.hold(name, async () => {
        await take(session, name);
        return untilDone(session, name, work);
      }),
    async holdIfFree(name, work) {
      let isTaken = false;
      await own.holdIfFree(name, async () => {
        isTaken = await tryToTake(session, name);
        if (isTaken) await untilDone(session, name, work);
      });
      return isTaken;
    },
  };
}

async function untilDone<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    // If this fails, the session has ended and the lock with it.
    await session.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch(() => {});
  }
}

async function take(session: Session, name: string): Promise<void> {
  const start = performance.now();
  while (!(await tryToTake(session, name))) {
    if (performance.now() - start > PATIENCE_MS) throw tooBusy();
    await delay(ASK_EVERY_MS);
  }
}

async function tryToTake(session: Session, name: string): Promise<boolean> {
  const [row] = await session.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
    [name],
  );
  return row?.taken ?? false;
}
