import { type Kysely, sql } from "kysely";
import { transaction } from "../../server/db/connect.ts";
import type { Db } from "../../server/db/schema.ts";
import type { Deps } from "../../server/deps.ts";

type Row = Record<string, unknown>;
/** Of every table. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

export async function readRows(db: Db): Promise<Rows> {
  const rows = new Map<string, Row[]>();
  for (const { name } of await db.introspection.getTables()) {
    rows.set(name, await withAnyTable(db).selectFrom(name).selectAll().execute());
  }
  return rows;
}

/** Leaves only the rows of an empty library, and no files. A new row gets an id that no row had before. */
export async function emptyLibrary({ database, storage, changes }: Deps, rows: Rows): Promise<void> {
  // Rows refer to rows of other tables, in any order.
  const allowAnyOrder =
    database.dialect === "sqlite" ? "pragma defer_foreign_keys = on" : "set local session_replication_role = replica";
  await transaction(database.db, async (trx) => {
    await sql.raw(allowAnyOrder).execute(trx);
    const deletions = [...rows.keys()].map((name) => `delete from "${name}"`);
    // PostgreSQL takes several statements at once: together they take a tenth of the time.
    const sent = database.dialect === "sqlite" ? deletions : [deletions.join(";")];
    for (const statements of sent) await sql.raw(statements).execute(trx);
    for (const [name, kept] of rows) {
      if (kept.length > 0) await withAnyTable(trx).insertInto(name).values(kept).execute();
    }
  });
  changes.publish();
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  await storage.delete(keys);
}

// biome-ignore lint/suspicious/noExplicitAny: the names of the tables come from the database
const withAnyTable = (db: Db): Kysely<any> => db as Kysely<any>;
