import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { tooManyRequests } from "../../errors.ts";

export type RateLimit = { name: string; tries: number; windowSeconds: number };

/**
 * Counts one try and throws when there were too many. Kept in the database, so that all nodes count together, and
 * counted in one statement, so that tries made at the same moment all count.
 */
export async function countTry({ db, now }: Pick<Deps, "db" | "now">, limit: RateLimit, who: string): Promise<void> {
  const windowMs = limit.windowSeconds * 1000;
  const nowMs = now().getTime();
  const row = await db
    .insertInto("rate_limit")
    .values({ key: `${limit.name}:${who}`, window_start: nowMs, count: 1 })
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
  if (row.count > limit.tries) {
    throw tooManyRequests(Math.max(1, Math.ceil((row.window_start + windowMs - nowMs) / 1000)));
  }
}

/** A success wipes the slate: the owner's own slips must not add up. */
export async function forgetTries({ db }: Pick<Deps, "db">, limit: RateLimit, who: string): Promise<void> {
  await db.deleteFrom("rate_limit").where("key", "=", `${limit.name}:${who}`).execute();
}

/** Rows of windows long over say nothing any more. */
export async function sweepRateLimits({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const dayMs = 24 * 60 * 60 * 1000;
  await db
    .deleteFrom("rate_limit")
    .where("window_start", "<", now().getTime() - dayMs)
    .execute();
}
