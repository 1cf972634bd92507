import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import type { Stores } from "../open-stores.ts";
import { requireOwner } from "../platform/require-owner.ts";
import { PASSPHRASE_FILE, readPassphrase } from "./backup/backup-cipher.ts";
import type { Backup } from "./backup/backup-format.ts";
import { formerFilesOf, type PhotoLine } from "./backup/library-rows.ts";
import { openBackup } from "./backup/open-backup.ts";
import { finishRestore, loadBackup, prepareTarget } from "./backup/read-backup.ts";
import { findPhoto, restorePhotoFiles, writePhotoTo } from "./backup/restore-photo.ts";
import { emptyTarget, findUnfinished, requireEmptyFolder } from "./backup/restore-target.ts";
import { type CommandIo, folderCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { readingFrom, writingTo } from "./command/folder-errors.ts";
import { withLibrary } from "./command/open-library.ts";

const HELP = `Restores a backup into an empty DATA_DIR (and an empty database, if DATABASE_URL is set).

  npm run restore -- DIR                          the newest backup in the folder
  npm run restore -- DIR/runs/NAME                this one
  npm run restore -- DIR --fingerprint SHA256     only if it is the backup that printed this fingerprint
  npm run restore -- DIR --skip-damaged           all that is whole in a backup that is partly damaged, and lists the rest
  npm run restore -- DIR --photo 12               only the file of photo 12, into the library that lost or damaged it
  npm run restore -- DIR --photo 12 --to FOLDER   only the file of photo 12 and its texts, into a folder to import

Encrypted backups need --passphrase-file FILE, or BACKUP_PASSPHRASE_FILE in the environment.
The whole backup is checked first, and refused if a single byte has changed. It may come from a different kind of
database or storage. Afterwards everyone has to sign in again. The server must be stopped, except with --photo. A restore
that fails leaves nothing behind. No server starts on one that was interrupted; the same command again finishes it.
Exit code 0: all is restored. 1: --skip-damaged has left something out. 2: nothing is restored.
`;

const OPTIONS = {
  ...PASSPHRASE_FILE,
  photo: { type: "string" },
  to: { type: "string" },
  fingerprint: { type: "string" },
  "skip-damaged": { type: "boolean", default: false },
} as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (given, values, io) => {
  const folder = resolve(given);
  const { photo, to, fingerprint } = values;
  const passphrase = await readPassphrase(values["passphrase-file"], io.env);
  if (photo !== undefined && (fingerprint !== undefined || values["skip-damaged"]))
    throw new CannotStartError("--fingerprint and --skip-damaged are for whole backups");
  if (photo !== undefined) return restorePhoto(folder, { photo, to, passphrase }, io);
  if (to !== undefined) throw new CannotStartError("--to needs --photo");
  const config = readConfig(io.env);
  requireOwner(config.dataDir);
  const unfinished = await findUnfinished(config);
  if (unfinished === undefined) requireEmptyFolder(config.dataDir);
  const backup = await readingFrom(folder, async () => {
    const backup = await openBackup(folder, passphrase);
    if (fingerprint !== undefined && backup.fingerprint !== fingerprint.toLowerCase()) {
      throw new CannotStartError(
        `this is not the backup with that fingerprint: it has ${backup.fingerprint}. It may be another run in the folder, or someone has changed it`,
      );
    }
    // Files that are skipped are found while they are loaded.
    await (values["skip-damaged"] ? backup.verifyRows() : backup.verify());
    return backup;
  });
  if (unfinished !== undefined) io.stdout.write(await continueOrStartOver(config, backup, unfinished));
  const isContinued = unfinished === backup.fingerprint;
  let lacking = 0;
  const report = (damaged: PhotoLine, keys: readonly string[]) => {
    lacking++;
    io.stderr.write(describeDamage(damaged, keys));
  };
  const options = { isContinued, ...(values["skip-damaged"] && { onDamaged: report }) };
  const prepare = (stores: Stores) => prepareTarget(stores, backup, options);
  // A restore that fails before it has anything to continue leaves nothing behind.
  let isKept = isContinued;
  const photos = await leavingNothing(
    config,
    () => isKept,
    () =>
      withLibrary(io, { access: "exclusive", accept: "new", prepare }, async (library) => {
        const photos = await loadBackup(library, backup, options);
        isKept = true;
        await finishRestore(library);
        return photos;
      }),
  );
  io.stdout.write(`${photos} photos restored from the backup of ${backup.made_at}\n`);
  if (lacking > 0) io.stderr.write(`Of these, ${countOf(lacking, "photo")} lack what is damaged in the backup\n`);
  return lacking > 0 ? 1 : 0;
});

/** Returns what it does. */
async function continueOrStartOver(config: Config, backup: Backup, unfinished: string): Promise<string> {
  if (unfinished === backup.fingerprint) return "Finishing the restore that was interrupted\n";
  if (config.databaseUrl) {
    throw new CannotStartError(
      `the restore of another backup was interrupted here. Finish it (its fingerprint is ${unfinished}), or restore into an empty database and storage`,
    );
  }
  await emptyTarget(config);
  return "The restore of another backup was interrupted here, and is started over with this one\n";
}

function describeDamage(photo: PhotoLine, keys: readonly string[]): string {
  const { id, filename, original_key } = photo;
  const former = formerFilesOf(photo).filter((file) => keys.includes(file.original_key)).length;
  const isLost = keys.includes(original_key);
  const pictures = keys.length - former - (isLost ? 1 : 0);
  const lost = [
    ...(isLost ? ["its file is damaged in the backup, and missing now"] : []),
    ...(former > 0 ? ["its earlier file is damaged in the backup, and missing now"] : []),
    ...(pictures > 0 ? [`${countOf(pictures, "picture")} left out, which the server makes again`] : []),
  ];
  return `Photo ${id} (${filename}): ${lost.join("; ")}\n`;
}

async function leavingNothing<T>(config: Config, isKept: () => boolean, work: () => Promise<T>): Promise<T> {
  const existed = existsSync(config.dataDir);
  try {
    return await work();
  } catch (error) {
    if (isKept()) throw error;
    await emptyTarget(config);
    if (!existed) await rm(config.dataDir, { recursive: true, force: true });
    throw error;
  }
}

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

if (import.meta.main) await runAsProgram(run);
