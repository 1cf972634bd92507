import type { Transaction } from "kysely";
import { transaction } from "../db/connect.ts";
import type { Db, Schema } from "../db/schema.ts";
import type { Changes } from "../platform/nodes/changes.ts";
import { raiseLibraryVersion } from "./change-library.queries.ts";

export type LibraryChange = Transaction<Schema>;

/**
 * The only way to change albums, photos and their orders. One writer at a time on both databases: lists are read and
 * renumbered as a whole, so two concurrent writers would lose each other's changes. Cached public responses are dropped
 * after the commit. The work may run twice, so it must have no effect outside the database.
 */
export async function changeLibrary<T>(
  { db, changes }: { db: Db; changes: Changes },
  work: (trx: LibraryChange) => Promise<T>,
): Promise<T> {
  const result = await transaction(db, async (trx) => {
    // Locks the row on PostgreSQL; SQLite has a single writer anyway.
    await raiseLibraryVersion(trx);
    const result = await work(trx);
    await changes.announce(trx);
    return result;
  });
  changes.publish();
  return result;
}
