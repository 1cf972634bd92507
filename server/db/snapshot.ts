import { sql } from "kysely";
import type { Database } from "./connect.ts";
import type { Db } from "./schema.ts";

/** Everything the work reads is from a single moment, on both databases. Blocks no writer; must not write. */
export function inSnapshot<T>({ db, dialect }: Database, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const begin = dialect === "sqlite" ? "begin deferred" : "begin isolation level repeatable read read only";
    await sql.raw(begin).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw("rollback").execute(connection);
    }
  });
}
