import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { CannotStartError } from "../errors.ts";
import { lockDataFolder } from "../platform/data-lock.ts";
import { connectDatabase } from "../platform/db/connect.ts";
import { appliedMigrations, migrate } from "../platform/db/migrate.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import type { CommandIo } from "./command.ts";
import { createCommandLog } from "./command-log.ts";

/** The part of the library that a command needs. */
export type Library = Pick<Deps, "config" | "db" | "database" | "storage" | "now" | "log">;

type Access = {
  /** `exclusive`: refuses while a server runs on the data folder, and keeps one from starting until the work is done. */
  access: "shared" | "exclusive";
  /** A command that only reads a library must not create an empty one. */
  mayCreate?: boolean;
  /** The last migration to run; by default the newest. */
  migrateTo?: string;
};

/** Runs the work on the library that the environment names. */
export async function withLibrary<T>(
  { env, stderr }: Pick<CommandIo, "env" | "stderr">,
  { access, mayCreate = false, migrateTo }: Access,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  if (!mayCreate && !config.databaseUrl && !existsSync(join(config.dataDir, "vitrine.sqlite"))) {
    throw new CannotStartError(`there is no library in ${config.dataDir}. Check DATA_DIR`);
  }
  await using opened = new AsyncDisposableStack();
  // On PostgreSQL several servers may share a library, so there is no folder to lock.
  if (access === "exclusive" && !config.databaseUrl) {
    opened.adopt(lockDataFolder(config.dataDir), (lock) => lock.release());
  }
  const database = opened.adopt(connectDatabase(config), (database) => database.close());
  const storage = opened.adopt(openStorage(config), (storage) => storage.close());
  if (!mayCreate && (await appliedMigrations(database.db)).length === 0) {
    throw new CannotStartError("there is no library in the database. Check DATABASE_URL");
  }
  await migrate(database, migrateTo);
  const log = createCommandLog(stderr);
  return await work({ config, db: database.db, database, storage, now: () => new Date(), log });
}
