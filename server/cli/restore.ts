import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import type { Database } from "../platform/db/connect.ts";
import { requireOwner } from "../platform/require-owner.ts";
import { verifyBackup } from "./backup-format.ts";
import { folderCommand, runAsProgram } from "./command.ts";
import { readingFrom } from "./folder-errors.ts";
import { withLibrary } from "./open-library.ts";
import { loadBackup, prepareTables, readAbout, requireEmpty } from "./read-backup.ts";

const HELP = `Restores a backup into an empty DATA_DIR (and an empty database, if DATABASE_URL is set).

  npm run restore -- DIR

The whole backup is checked first, and refused if a single byte has changed. It may come from a different kind of
database or storage. Afterwards everyone has to sign in again. The server must be stopped. A restore that fails leaves
nothing behind.
`;

export const run = folderCommand({ help: HELP, options: {} }, async (given, _values, io) => {
  const folder = resolve(given);
  const { dataDir } = readConfig(io.env);
  requireOwner(dataDir);
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => name !== LOST_AND_FOUND)) {
    throw new CannotStartError(`${dataDir} is not empty. Set DATA_DIR to an empty folder`);
  }
  const about = await readingFrom(folder, async () => {
    await verifyBackup(folder);
    return readAbout(folder);
  });
  const prepare = (database: Database) => prepareTables(database, about.migration);
  await leavingNothing(dataDir, () =>
    withLibrary(io, { access: "exclusive", accept: "new", prepare }, async (library) => {
      await requireEmpty(library);
      await loadBackup(library, folder);
    }),
  );
  io.stdout.write(`${about.photos} photos restored from the backup of ${about.made_at}\n`);
  return 0;
});

/** What a new disk has. */
const LOST_AND_FOUND = "lost+found";

/** The folder was empty, so a restore that fails leaves it so, and can be tried again. */
async function leavingNothing(dataDir: string, work: () => Promise<void>): Promise<void> {
  const existed = existsSync(dataDir);
  try {
    await work();
  } catch (error) {
    const made = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== LOST_AND_FOUND) : [];
    for (const name of made) await rm(join(dataDir, name), { recursive: true, force: true });
    if (!existed) await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

if (import.meta.main) await runAsProgram(run);
