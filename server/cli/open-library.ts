import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { CannotStartError } from "../errors.ts";
import { createLog } from "../log.ts";
import { lockDataFolder } from "../platform/data-lock.ts";
import { connectDatabase } from "../platform/db/connect.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openStorage } from "../platform/storage/open-storage.ts";

/** What a command needs of the library. */
export type Library = Pick<Deps, "config" | "db" | "database" | "storage" | "now" | "log">;

type Access = {
  /** `alone`: refuses while a server runs on the data folder, and keeps it from starting meanwhile. */
  access: "beside the server" | "alone";
  /** A command that looks at a library must not make an empty one. */
  mayCreate?: boolean;
  /** How far to bring the database; the newest where not said. */
  migrateTo?: string;
  /** This process's own where not said. */
  env?: Record<string, string | undefined>;
};

/** Runs the work on the library that the environment names. */
export async function withLibrary<T>(
  { access, mayCreate = false, migrateTo, env = process.env }: Access,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  if (!mayCreate && !config.databaseUrl && !existsSync(join(config.dataDir, "vitrine.sqlite"))) {
    throw new CannotStartError(`there is no library in ${config.dataDir}. Check DATA_DIR`);
  }
  // On PostgreSQL several servers may share a library, so there is nothing to be alone on.
  const lock = access === "alone" && !config.databaseUrl ? lockDataFolder(config.dataDir) : undefined;
  const database = connectDatabase(config);
  const storage = openStorage(config);
  try {
    await migrate(database, migrateTo);
    return await work({ config, db: database.db, database, storage, now: () => new Date(), log: createLog() });
  } finally {
    await storage.close();
    await database.close();
    lock?.release();
  }
}
