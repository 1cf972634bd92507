import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { checkDatabaseConnection } from "../db/check-connection.ts";
import { connectDatabase } from "../db/connect.ts";
import { appliedMigrations, readMigrationNames } from "../db/migrate.ts";
import { CannotStartError } from "../errors.ts";
import { requireOwner } from "../platform/require-owner.ts";
import { folderCommand, runAsProgram } from "./command/command.ts";
import { requireDatabaseFile } from "./command/open-library.ts";

const HELP = `Checks whether another release of Vitrine can open the library, before going back to it.

  npm run check-release -- DIR    the folder of the release, such as /opt/vitrine/previous

Exit code 0: it can. 1: a newer version has changed the database since. 2: the check could not run.
`;

/** Where a release has its migrations; until 0.2 in the second one. */
const FOLDERS = ["server/db/migrations", "server/platform/db/migrations"];

export const run = folderCommand({ help: HELP, options: {} }, async (folder, _values, io) => {
  const known = namesIn(resolve(folder));
  const unknown = (await readApplied(io.env)).filter((name) => !known.includes(name));
  if (unknown.length === 0) return 0;
  io.stderr.write(`A newer version has changed the database (${unknown.join(", ")}), so ${folder} cannot open it\n`);
  return 1;
});

function namesIn(release: string): string[] {
  const folder = FOLDERS.map((path) => join(release, path)).find((path) => existsSync(path));
  if (!folder) throw new CannotStartError(`${release} is not a release of Vitrine`);
  return readMigrationNames(folder);
}

/** Also of a database that this version could not open. */
async function readApplied(env: Record<string, string | undefined>): Promise<string[]> {
  const config = readConfig(env);
  requireOwner(config.dataDir);
  requireDatabaseFile(config);
  const database = connectDatabase(config);
  try {
    await checkDatabaseConnection(database, config.databaseUrl);
    return await appliedMigrations(database);
  } finally {
    await database.close();
  }
}

if (import.meta.main) await runAsProgram(run);
