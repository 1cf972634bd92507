import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Config, readConfig } from "../../config.ts";
import { checkDatabaseConnection } from "../../db/check-connection.ts";
import { connectDatabase, type Database } from "../../db/connect.ts";
import { appliedMigrations, migrate, requireCurrentSchema } from "../../db/migrate.ts";
import type { Deps } from "../../deps.ts";
import { CannotStartError } from "../../errors.ts";
import { requireRestored } from "../../library/files/marker.ts";
import { openStores, type Stores } from "../../open-stores.ts";
import { lockDataFolder, lockForImport } from "../../platform/data-lock.ts";
import { startImages } from "../../platform/images/pool.ts";
import { countServers } from "../../platform/nodes/servers.queries.ts";
import { requireOwner } from "../../platform/require-owner.ts";
import { decodingFolder } from "../../platform/storage/open-storage.ts";
import { openLibrary } from "../../start.ts";
import type { CommandIo } from "./command.ts";
import { createCommandLog } from "./command-log.ts";

/** The part of the library that a command needs. */
export type Library = Pick<Deps, "config" | "db" | "database" | "storage" | "now" | "log">;

type Access = {
  /** `exclusive`: refuses while a server runs. On SQLite it also keeps one from starting until the work is done. */
  access: "shared" | "exclusive";
  accept?: Accepted;
  /** Only for a library that the command creates: makes its tables, by default those of this version. */
  prepare?: (stores: Stores) => Promise<void>;
};

/**
 * A wrong DATA_DIR leads to no library, or to the empty one of a stray start, and a backup of that would look like a good
 * one. So a command works on a library with photos or albums, unless it accepts an empty one, or creates it.
 */
type Accepted = "filled" | "empty" | "new";

/** An option of the commands that read a library. */
export const ALLOW_EMPTY = { "allow-empty": { type: "boolean", default: false } } as const;
export const acceptedBy = (values: { "allow-empty": boolean }): Accepted =>
  values["allow-empty"] ? "empty" : "filled";

/** Runs the work on the library that the environment names. */
export async function withLibrary<T>(
  { env, stderr }: Pick<CommandIo, "env" | "stderr">,
  { access, accept = "filled", prepare = ({ database }) => migrate(database) }: Access,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  requireOwner(config.dataDir);
  if (accept !== "new") requireDatabaseFile(config);
  await using opened = new AsyncDisposableStack();
  // On PostgreSQL several servers may share a library, so there is no folder to lock.
  if (access === "exclusive" && !config.databaseUrl) {
    opened.adopt(lockDataFolder(config.dataDir), (lock) => lock.release());
  }
  const { database, storage } = opened.adopt(await openStores(config), (stores) => stores.close());
  if (access === "exclusive") await requireNoServer(database);
  if (accept === "new") await prepare({ database, storage });
  else {
    await requireRestored(storage);
    await requireLibrary(database);
  }
  if (accept === "filled") await requireContent(config, database);
  const log = createCommandLog(stderr);
  return await work({ config, db: database.db, database, storage, now: () => new Date(), log });
}

type Purpose = {
  /** `write`: one such command at a time. A server may run beside both. */
  access: "read" | "write";
  /** What to accept besides a library with photos or albums. */
  accept: "filled" | "empty" | "new";
};

/** Runs the work on the library that the environment names, with everything the server's services need. */
export async function withServices<T>(
  { env, stderr, images }: Pick<CommandIo, "env" | "stderr" | "images">,
  { access, accept }: Purpose,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  requireOwner(config.dataDir);
  await using opened = new AsyncDisposableStack();
  const isNew = !(await hasLibrary(config));
  if (isNew && accept !== "new") {
    const where = config.databaseUrl ? "the database. Check DATABASE_URL" : `${config.dataDir}. Check DATA_DIR`;
    throw new CannotStartError(`there is no library in ${where}${access === "write" ? ", or add --create" : ""}`);
  }
  if (!isNew && access === "write" && !config.databaseUrl) {
    opened.adopt(await lockForImport(config.dataDir), (lock) => lock.release());
  }
  const log = createCommandLog(stderr);
  const outside = {
    images: images ?? opened.adopt(startImages({ folder: decodingFolder(config), log }), (own) => own.close()),
    log,
  };
  const { deps } = opened.adopt(await openLibrary(config, outside, isNew ? "server" : "guest"), (library) =>
    library.close(),
  );
  if (accept === "filled") await requireContent(config, deps);
  return await work(deps);
}

/** On SQLite the folder lock prevents it. */
async function requireNoServer(database: Database): Promise<void> {
  if (database.dialect === "sqlite") return;
  const deadline = performance.now() + CLOSING_MS;
  while ((await countServers(database)) > 0) {
    if (performance.now() > deadline) {
      throw new CannotStartError("a server is running on the database. Stop all of them first");
    }
    await setTimeout(CLOSING_MS / 20);
  }
}

/** PostgreSQL still lists a connection for a moment after the server that closed it has stopped. */
const CLOSING_MS = 1_000;

/** Before the database is opened, which would create the file. */
export function requireDatabaseFile(config: Config): void {
  if (hasDatabaseFile(config)) return;
  throw new CannotStartError(`there is no library in ${config.dataDir}. Check DATA_DIR`);
}

export const hasDatabaseFile = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, "vitrine.sqlite"));

async function hasLibrary(config: Config): Promise<boolean> {
  // Opening the database would create the file.
  if (!hasDatabaseFile(config)) return false;
  const database = connectDatabase(config);
  try {
    await checkDatabaseConnection(database, config.databaseUrl);
    return (await appliedMigrations(database)).length > 0;
  } finally {
    await database.close();
  }
}

/** Throws unless the database holds a library that this version can read as it is. */
async function requireLibrary(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) {
    throw new CannotStartError("there is no library in the database. Check DATA_DIR and DATABASE_URL");
  }
  await requireCurrentSchema(database);
}

async function requireContent(config: Config, { db }: Pick<Database, "db">): Promise<void> {
  for (const table of ["photo", "album"] as const) {
    if (await db.selectFrom(table).select("id").limit(1).executeTakeFirst()) return;
  }
  const [place, setting] = config.databaseUrl
    ? ["in the database", "DATABASE_URL"]
    : [`in ${config.dataDir}`, "DATA_DIR"];
  throw new CannotStartError(
    `the library ${place} has no photos and no albums. Check ${setting}, or add --allow-empty if that is right`,
  );
}
