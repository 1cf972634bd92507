import { resolve } from "node:path";
import { recordActivity } from "../library/activity.ts";
import { LAST_BACKUP_SETTING } from "../library/files/last-backup.ts";
import { readLibraryId, requireOwnStorage } from "../library/files/marker.ts";
import { writeSetting } from "../library/settings.queries.ts";
import { PASSPHRASE_FILE, readPassphrase } from "./backup/backup-cipher.ts";
import { asOnlyBackup } from "./backup/backup-lock.ts";
import { type BackupStore, openBackupStore } from "./backup/backup-store.ts";
import { damagedRuns, removeOutdated, setDamagedAside } from "./backup/clean-backups.ts";
import { holdingDeletes } from "./backup/hold-deletes.ts";
import { type BackupResult, writeBackup } from "./backup/write-backup.ts";
import { type CommandIo, folderCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { writingTo } from "./command/folder-errors.ts";
import { ALLOW_EMPTY, acceptedBy, type Library, withLibrary } from "./command/open-library.ts";

const HELP = `Backs up the whole library into a folder. The server may be running.

  npm run backup -- DIR              the first time into a new or empty folder, then again and again into the same one
  npm run backup -- DIR --verify     also reads everything that earlier backups have stored there
  npm run backup -- DIR --passphrase-file FILE    encrypts everything with the passphrase in FILE

Only what the folder does not have is copied, and read back. Each backup in it is complete and can be restored by itself.
All backups of the last two days are kept, and the newest of each of 7 days, 4 weeks and 12 months; older ones are deleted.
A folder holds either only encrypted backups, with one passphrase, or none. BACKUP_PASSPHRASE_FILE can name the file, too.
Without the passphrase, encrypted backups are lost.
Fails for a library without photos and albums, which is usually the wrong one; --allow-empty backs it up.
Exit code 0: the backup is complete. 1: it is, but the library itself lacks files (run npm run doctor), or --verify found
damage in earlier backups. 2: there is no new backup.
`;

const OPTIONS = { ...ALLOW_EMPTY, ...PASSPHRASE_FILE, verify: { type: "boolean", default: false } } as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (given, values, io) => {
  const folder = resolve(given);
  const passphrase = await readPassphrase(values["passphrase-file"], io.env);
  const target = { folder, passphrase, verify: values.verify };
  return withLibrary(io, { access: "shared", accept: acceptedBy(values) }, async (library) => {
    await requireOwnStorage(library);
    return asOnlyBackup(library, () => writingTo(folder, () => backUp(library, target, io)));
  });
});

type Target = { folder: string; passphrase: string | undefined; verify: boolean };

async function backUp(library: Library, { folder, passphrase, verify }: Target, io: CommandIo): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const opening = openBackupStore(folder, await readLibraryId(library.db), passphrase);
  const store = opened.adopt(await opening, (store) => store.close());
  const stored = verify ? await setDamagedAside(store) : undefined;
  const result = await holdingDeletes(library, () => writeBackup(library, store));
  await writeSetting(library.db, LAST_BACKUP_SETTING, library.now().toISOString());
  const { photos, files, bytes, fingerprint } = result;
  await recordActivity(library, { action: "backup", detail: { photos, files, bytes, fingerprint } });
  for (const warning of result.warnings) io.stderr.write(`${warning}\n`);
  const deleted = await removeOutdated(store, library.now());
  io.stdout.write(describe(result, folder));
  io.stdout.write(`Its fingerprint is ${fingerprint}\n`);
  if (deleted > 0) io.stdout.write(`${countOf(deleted, "old backup")} deleted\n`);
  const isSound = stored === undefined || (await reportStored(store, stored, io));
  return result.warnings.length === 0 && isSound ? 0 : 1;
}

function describe({ photos, files, bytes, copied }: BackupResult, folder: string): string {
  const there = files - copied.files;
  return (
    `${countOf(photos, "photo")}, ${countOf(files, "file")} and ${bytes} bytes are backed up in ${folder}: ` +
    `${countOf(copied.files, "file")} (${copied.bytes} bytes) copied and read back, ` +
    `${there} already there, with the right size\n`
  );
}

/** False if an earlier backup cannot be restored whole. */
async function reportStored(
  store: BackupStore,
  { read, damaged }: { read: number; damaged: number },
  io: CommandIo,
): Promise<boolean> {
  io.stdout.write(
    `${countOf(read, "file")} of earlier backups read: ${damaged === 0 ? "all are intact" : `${damaged} damaged`}\n`,
  );
  const runs = damaged === 0 ? [] : await damagedRuns(store);
  for (const run of runs) io.stderr.write(`The backup ${run} cannot be restored whole: files are missing or damaged\n`);
  if (damaged > 0 && runs.length === 0) io.stdout.write("All damaged files were copied again\n");
  return runs.length === 0;
}

if (import.meta.main) await runAsProgram(run);
