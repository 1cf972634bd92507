import type { FastifyBaseLogger } from "fastify";
import type { QueryExecutorProvider } from "kysely";
import { type Changes, countChanges } from "./changes.ts";
import { readFileVersion } from "./file-changes.queries.ts";

const LOOK_EVERY_MS = 1_000;

/** For the only server on a SQLite file: also notices what a command such as an import has committed to it. */
export function watchFile(db: QueryExecutorProvider, log: FastifyBaseLogger): Changes {
  const local = countChanges();
  let seen: number | undefined;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    const version = await readFileVersion(db);
    if (seen !== undefined && version !== seen) local.publish();
    seen = version;
  }
  const tick = () => {
    looking = look().catch((error: unknown) => log.warn({ err: error }, "cannot look for changes; will retry"));
  };
  tick();
  const timer = setInterval(tick, LOOK_EVERY_MS);
  timer.unref();
  return {
    ...local,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
