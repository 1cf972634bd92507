import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import { verifyBackup } from "./backup-format.ts";
import { withLibrary } from "./open-library.ts";
import { loadBackup, readAbout, requireEmpty } from "./read-backup.ts";
import { runOnFolder } from "./run-command.ts";

const HELP = `Brings a backup back, into an empty DATA_DIR (and an empty database, where DATABASE_URL is set).

  npm run restore -- DIR

The backup is checked whole first, and refused when a byte is not as it was written. It may come from another kind of
database or storage than it goes to. Everyone has to sign in again afterwards. The server must not run meanwhile.
`;

await runOnFolder({ help: HELP, options: {} }, async (given) => {
  const folder = resolve(given);
  const { dataDir } = readConfig(process.env);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new CannotStartError(`${dataDir} is not empty. Set DATA_DIR to an empty folder`);
  }
  await verifyBackup(folder);
  const about = await readAbout(folder);
  return withLibrary({ access: "alone", mayCreate: true, migrateTo: about.migration }, async (library) => {
    await requireEmpty(library);
    await loadBackup(library, folder);
    process.stdout.write(`${about.photos} photos are restored to the library of ${about.made_at}\n`);
    return 0;
  });
});
