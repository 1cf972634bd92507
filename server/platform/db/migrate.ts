import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./connect.ts";
import { library } from "./migrations/001-library.ts";
import { photoCounts } from "./migrations/002-photo-counts.ts";
import { defence } from "./migrations/003-defence.ts";
import { formerPlaces } from "./migrations/004-former-places.ts";
import { altText } from "./migrations/005-alt-text.ts";

/** The database was written by a newer Vitrine than this one. */
export class NewerDatabaseError extends Error {}

/**
 * Migrates to the newest version, or up to the named one. On PostgreSQL Kysely takes a lock, so that nodes which start
 * simultaneously migrate once.
 */
export async function migrate({ db, dialect }: Database, upTo?: string): Promise<void> {
  const migrations: Record<string, Migration> = {
    "001-library": library(dialect),
    "002-photo-counts": photoCounts(dialect),
    "003-defence": defence(),
    "004-former-places": formerPlaces,
    "005-alt-text": altText,
  };
  const known = upTo === undefined ? await appliedMigrations(db) : [upTo];
  const unknown = known.find((name) => !(name in migrations));
  if (unknown) {
    throw new NewerDatabaseError(`the database was written by a newer version (it has '${unknown}'). Update Vitrine`);
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

/** In order of application; empty for an empty database. */
export async function appliedMigrations(db: Database["db"]): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
