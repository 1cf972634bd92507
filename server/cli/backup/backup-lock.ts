import { sql } from "kysely";
import { CannotStartError } from "../../errors.ts";
import { lockFolder } from "../../platform/data-lock.ts";
import type { Library } from "../command/open-library.ts";

const NAME = "backup";

/**
 * One backup of a library at a time: the first to end would let servers delete files that another still has to copy. The
 * lock ends with the process, however that ends.
 */
export function asOnlyBackup<T>(library: Library, work: () => Promise<T>): Promise<T> {
  return library.database.dialect === "sqlite" ? inFolder(library, work) : inDatabase(library, work);
}

async function inFolder<T>({ config }: Library, work: () => Promise<T>): Promise<T> {
  const lock = lockFolder(config.dataDir, "backup-lock.sqlite");
  if (!lock) throw alreadyRunning();
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function inDatabase<T>({ db }: Library, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${NAME}, 0)) as taken
    `.execute(connection);
    if (!rows[0]?.taken) throw alreadyRunning();
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${NAME}, 0))`.execute(connection);
    }
  });
}

const alreadyRunning = () =>
  new CannotStartError("another backup of this library is running. Wait until it has finished");
