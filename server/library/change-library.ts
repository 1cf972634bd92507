import { sql, type Transaction } from "kysely";
import { transaction } from "../platform/db/connect.ts";
import type { Db, Schema } from "../platform/db/schema.ts";
import type { Changes } from "./changes.ts";

export type LibraryChange = Transaction<Schema>;

/**
 * The one way to change albums, photos and their orders. One writer at a time on both databases: lists are read and
 * renumbered as a whole, so two that did so side by side would lose each other's change. What visitors see is made anew
 * afterwards. The work may run twice, so it must have no effect outside the database.
 */
export async function changeLibrary<T>(
  { db, changes }: { db: Db; changes: Changes },
  work: (trx: LibraryChange) => Promise<T>,
): Promise<T> {
  const result = await transaction(db, async (trx) => {
    await lockLibrary(trx);
    const result = await work(trx);
    await changes.announce(trx);
    return result;
  });
  changes.publish();
  return result;
}

/** Writing one row takes its lock on PostgreSQL; SQLite has a single writer anyway. */
async function lockLibrary(trx: LibraryChange): Promise<void> {
  await sql`
    insert into setting (key, value) values ('library_version', '1')
    on conflict (key) do update set value = cast(cast(setting.value as integer) + 1 as text)
  `.execute(trx);
}
