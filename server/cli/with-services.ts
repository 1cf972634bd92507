import { type Config, readConfig } from "../config.ts";
import { connectDatabase } from "../db/connect.ts";
import { appliedMigrations } from "../db/migrate.ts";
import { reachDatabase } from "../db/reach-database.ts";
import type { Deps } from "../deps.ts";
import { CannotStartError } from "../errors.ts";
import { lockForImport } from "../platform/data-lock.ts";
import { startImages } from "../platform/images/pool.ts";
import { requireOwner } from "../platform/require-owner.ts";
import { openLibrary } from "../start.ts";
import type { CommandIo } from "./command.ts";
import { createCommandLog } from "./command-log.ts";
import { hasDatabaseFile, requireContent } from "./open-library.ts";

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
  const outside = {
    images: images ?? opened.adopt(startImages(), (own) => own.close()),
    log: createCommandLog(stderr),
  };
  const { deps } = opened.adopt(await openLibrary(config, outside, isNew ? "server" : "guest"), (library) =>
    library.close(),
  );
  if (accept === "filled") await requireContent(config, deps);
  return await work(deps);
}

async function hasLibrary(config: Config): Promise<boolean> {
  // Opening the database would create the file.
  if (!hasDatabaseFile(config)) return false;
  const database = connectDatabase(config);
  try {
    await reachDatabase(database, config.databaseUrl);
    return (await appliedMigrations(database)).length > 0;
  } finally {
    await database.close();
  }
}
