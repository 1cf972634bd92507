import { type Kysely, sql } from "kysely";
import { tooManyRequests } from "../../errors.ts";

export type RateLimitTables = { rate_limit: { key: string; window_start: number; count: number } };
type Counter = { db: Kysely<RateLimitTables>; now(): Date };
/** A window is at most `LONGEST_WINDOW_SECONDS` long. */
export type RateLimit = {
  name: string;
  attempts: number;
  windowSeconds: number;
  /** What a client is told who may not have attempted anything before. */
  refusal?: string;
};

const LONGEST_WINDOW_SECONDS = 60 * 60;

/**
 * Counts one attempt and throws if there were too many. The count is in the database, so that all nodes share it, and one
 * statement updates it, so that simultaneous attempts all count.
 */
export async function countAttempt({ db, now }: Counter, limit: RateLimit, who: string): Promise<void> {
  await requireAttempt({ db, now }, limit, who);
  const windowMs = limit.windowSeconds * 1000;
  const nowMs = now().getTime();
  const key = keyOf(limit, who);
  const row = await db
    .insertInto("rate_limit")
    .values({ key, window_start: nowMs, count: 1 })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => {
        const isOver = eb("rate_limit.window_start", "<=", nowMs - windowMs);
        return {
          count: eb.case().when(isOver).then(1).else(sql<number>`rate_limit.count + 1`).end(),
          window_start: eb
            .case()
            .when(isOver)
            .then(sql<number>`cast(${nowMs} as bigint)`)
            .else(eb.ref("rate_limit.window_start"))
            .end(),
        };
      }),
    )
    .returning(["count", "window_start"])
    .executeTakeFirstOrThrow();
  if (row.count > limit.attempts) throw refusal(limit, row.window_start + windowMs - nowMs);
}

/**
 * Throws if no attempt is left, and counts none. A write takes ten times as long as a read, and anyone who is refused may come
 * again and again. Written as text, because building a statement takes longer than running this one.
 */
export async function requireAttempt({ db, now }: Counter, limit: RateLimit, who: string): Promise<void> {
  const key = keyOf(limit, who);
  const { rows } = await sql<Window>`select count, window_start from rate_limit where key = ${key}`.execute(db);
  const [{ count, window_start } = { count: 0, window_start: 0 }] = rows;
  const leftMs = window_start + limit.windowSeconds * 1000 - now().getTime();
  if (count >= limit.attempts && leftMs > 0) throw refusal(limit, leftMs);
}

type Window = { count: number; window_start: number };

const keyOf = (limit: RateLimit, who: string) => `${limit.name}:${who}`;

const refusal = (limit: RateLimit, leftMs: number) =>
  tooManyRequests(Math.max(1, Math.ceil(leftMs / 1000)), limit.refusal);

/** After a success: the owner's own typos must not add up. */
export async function resetAttempts({ db }: Pick<Counter, "db">, limit: RateLimit, who: string): Promise<void> {
  await db.deleteFrom("rate_limit").where("key", "=", keyOf(limit, who)).execute();
}

/** Deletes rows whose window has ended, so that unauthenticated clients who come from everywhere do not fill the table. */
export async function sweepRateLimits({ db, now }: Counter): Promise<void> {
  await db
    .deleteFrom("rate_limit")
    .where("window_start", "<", now().getTime() - LONGEST_WINDOW_SECONDS * 1000)
    .execute();
}
