import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import type { Database } from "../db/connect.ts";
import { CannotStartError } from "../errors.ts";
import { requireOwner } from "../platform/require-owner.ts";
import { PASSPHRASE_FILE, readPassphrase } from "./backup/backup-cipher.ts";
import { openBackup } from "./backup/open-backup.ts";
import { loadBackup, prepareTables, requireEmpty } from "./backup/read-backup.ts";
import { findPhoto, restorePhotoFiles, writePhotoTo } from "./backup/restore-photo.ts";
import { type CommandIo, folderCommand, runAsProgram } from "./command/command.ts";
import { readingFrom, writingTo } from "./command/folder-errors.ts";
import { withLibrary } from "./command/open-library.ts";

const HELP = `Restores a backup into an empty DATA_DIR (and an empty database, if DATABASE_URL is set).

  npm run restore -- DIR                          the newest backup in the folder
  npm run restore -- DIR/runs/NAME                this one
  npm run restore -- DIR --fingerprint SHA256     only if it is the backup that printed this fingerprint
  npm run restore -- DIR --photo 12               only the file of photo 12, into the library that lost or damaged it
  npm run restore -- DIR --photo 12 --to FOLDER   only the file of photo 12 and its texts, into a folder to import

Encrypted backups need --passphrase-file FILE, or BACKUP_PASSPHRASE_FILE in the environment.
The whole backup is checked first, and refused if a single byte has changed. It may come from a different kind of
database or storage. Afterwards everyone has to sign in again. The server must be stopped, except with --photo. A restore
that fails leaves nothing behind.
`;

const OPTIONS = {
  ...PASSPHRASE_FILE,
  photo: { type: "string" },
  to: { type: "string" },
  fingerprint: { type: "string" },
} as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (given, values, io) => {
  const folder = resolve(given);
  const { photo, to, fingerprint } = values;
  const passphrase = await readPassphrase(values["passphrase-file"], io.env);
  if (photo !== undefined && fingerprint !== undefined)
    throw new CannotStartError("--fingerprint is for whole backups");
  if (photo !== undefined) return restorePhoto(folder, { photo, to, passphrase }, io);
  if (to !== undefined) throw new CannotStartError("--to needs --photo");
  const { dataDir } = readConfig(io.env);
  requireOwner(dataDir);
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => name !== LOST_AND_FOUND)) {
    throw new CannotStartError(`${dataDir} is not empty. Set DATA_DIR to an empty folder`);
  }
  const backup = await readingFrom(folder, async () => {
    const backup = await openBackup(folder, passphrase);
    if (fingerprint !== undefined && backup.fingerprint !== fingerprint.toLowerCase()) {
      throw new CannotStartError(
        `this is not the backup with that fingerprint: its own is ${backup.fingerprint}. Another run in the folder may be, or someone has changed it`,
      );
    }
    await backup.verify();
    return backup;
  });
  const prepare = (database: Database) => prepareTables(database, backup.migration);
  const photos = await leavingNothing(dataDir, () =>
    withLibrary(io, { access: "exclusive", accept: "new", prepare }, async (library) => {
      await requireEmpty(library);
      return loadBackup(library, backup);
    }),
  );
  io.stdout.write(`${photos} photos restored from the backup of ${backup.made_at}\n`);
  return 0;
});

async function restorePhoto(
  folder: string,
  { photo, to, passphrase }: { photo: string; to: string | undefined; passphrase: string | undefined },
  io: CommandIo,
): Promise<number> {
  if (!/^\d+$/.test(photo)) throw new CannotStartError("--photo needs the number of a photo, as doctor shows it");
  const found = await readingFrom(folder, () => findPhoto(folder, Number(photo), passphrase));
  if (to !== undefined) {
    const target = resolve(to);
    const file = await writingTo(target, () => writePhotoTo(target, found));
    io.stdout.write(`Photo ${photo} of the backup of ${found.made_at} is in ${file}. Import the folder ${target}\n`);
    return 0;
  }
  return withLibrary(io, { access: "shared" }, async (library) => {
    const outcome = await restorePhotoFiles(library, found);
    io.stdout.write(
      outcome === "intact"
        ? `The file of photo ${photo} is intact, so it was not replaced\n`
        : `The file of photo ${photo} was restored from the backup of ${found.made_at}\n`,
    );
    return 0;
  });
}

/** What a new disk has. */
const LOST_AND_FOUND = "lost+found";

/** The folder was empty, so a restore that fails leaves it so, and can be tried again. */
async function leavingNothing<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const existed = existsSync(dataDir);
  try {
    return await work();
  } catch (error) {
    const made = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== LOST_AND_FOUND) : [];
    for (const name of made) await rm(join(dataDir, name), { recursive: true, force: true });
    if (!existed) await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

if (import.meta.main) await runAsProgram(run);
