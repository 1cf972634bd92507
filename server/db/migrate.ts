import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { CannotStartError } from "../errors.ts";
import type { Database, DialectName } from "./connect.ts";
import type { AnyDb } from "./migration.ts";

/** The database was written by a newer Vitrine than this one. */
export class NewerDatabaseError extends Error {}

/** One file each, in the order of their numbers. */
export const NAMES = readMigrationNames(join(import.meta.dirname, "migrations"));

export function readMigrationNames(folder: string): string[] {
  return readdirSync(folder)
    .map((file) => basename(file, ".ts"))
    .sort();
}

/**
 * The only ones that came after a later number, 021. They share no table with it, so they may follow it. From then on the
 * list of applied migrations is in another order than their names.
 */
const RELEASED_LATE = ["019-categories", "020-resumable-uploads"];

type MigrationFile = { up(db: AnyDb, dialect: DialectName): Promise<void> };

/** Loads a migration when its turn comes: a database that has them all needs none. */
async function migrateUp(name: string, db: AnyDb, dialect: DialectName): Promise<void> {
  // Every file there exports this function.
  const file = (await import(new URL(`./migrations/${name}.ts`, import.meta.url).href)) as MigrationFile;
  await file.up(db, dialect);
}

/**
 * Migrates to the newest version, or up to the named one. On PostgreSQL Kysely takes a lock, so that nodes which start
 * simultaneously migrate once.
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  const { db, dialect } = database;
  const applied = await appliedMigrations(database);
  refuseUnknown(upTo === undefined ? applied : [upTo]);
  refuseGap(applied);
  // Kysely would read the description of every table several times to find that out.
  if (upTo === undefined && findMissing(applied) === undefined) return;
  const migrations = Object.fromEntries(
    NAMES.map((name) => [name, { up: (db: AnyDb) => migrateUp(name, db, dialect) }]),
  );
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

/**
 * For everything but a server: a command of a new version must not upgrade the database under a server of the old one,
 * which could then not start again.
 */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const applied = await appliedMigrations(database);
  refuseUnknown(applied);
  const missing = findMissing(applied);
  if (missing === undefined) return;
  throw new CannotStartError(
    `the database is from an older version (it lacks '${missing}'). Start the server once to upgrade it, or run this command of the older version`,
  );
}

const findMissing = (applied: readonly string[]) => NAMES.find((name) => !applied.includes(name));

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return;
  throw new NewerDatabaseError(`the database was written by a newer version (it has '${unknown}'). Update Vitrine`);
}

/** A migration was written for the tables that all earlier ones leave. */
function refuseGap(applied: readonly string[]): void {
  const last = applied.at(-1) ?? "";
  const missing = NAMES.find((name) => name < last && !applied.includes(name) && !RELEASED_LATE.includes(name));
  if (missing === undefined) return;
  throw new CannotStartError(
    `the database has '${last}' but lacks '${missing}', so no released version wrote it. Restore a backup`,
  );
}

/** In the order of their names; empty for an empty database. */
export async function appliedMigrations({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<string[]> {
  const { rows: tables } = await findTable[dialect].execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** One row if the table of migrations exists. */
const findTable = {
  sqlite: sql`select name from sqlite_master where name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
};
