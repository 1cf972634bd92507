import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import { verifyBackup } from "./backup-format.ts";
import { folderCommand, runAsProgram } from "./command.ts";
import { withLibrary } from "./open-library.ts";
import { loadBackup, readAbout, requireEmpty } from "./read-backup.ts";

const HELP = `Restores a backup into an empty DATA_DIR (and an empty database, if DATABASE_URL is set).

  npm run restore -- DIR

The whole backup is checked first, and refused if a single byte has changed. It may come from a different kind of
database or storage. Afterwards everyone has to sign in again. The server must be stopped.
`;

export const run = folderCommand({ help: HELP, options: {} }, async (given, _values, io) => {
  const folder = resolve(given);
  const { dataDir } = readConfig(io.env);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new CannotStartError(`${dataDir} is not empty. Set DATA_DIR to an empty folder`);
  }
  await verifyBackup(folder);
  const about = await readAbout(folder);
  return withLibrary(io, { access: "exclusive", accept: "new", migrateTo: about.migration }, async (library) => {
    await requireEmpty(library);
    await loadBackup(library, folder);
    io.stdout.write(`${about.photos} photos restored from the backup of ${about.made_at}\n`);
    return 0;
  });
});

if (import.meta.main) await runAsProgram(run);
