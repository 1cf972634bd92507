import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { CannotStartError } from "../errors.ts";
import { recordAudit } from "../library/audit.ts";
import { LAST_BACKUP_SETTING } from "../library/figures.ts";
import { requireOwnStorage } from "../library/marker.ts";
import { writeSetting } from "../library/settings.queries.ts";
import { createBackupWriter, verifyBackup } from "./backup-format.ts";
import { folderCommand, runAsProgram } from "./command.ts";
import { writingTo } from "./folder-errors.ts";
import { holdingDeletes } from "./hold-deletes.ts";
import { ALLOW_EMPTY, acceptedBy, withLibrary } from "./open-library.ts";
import { writeBackup } from "./write-backup.ts";

const HELP = `Writes the whole library into an empty folder. The server may be running.

  npm run backup -- DIR

Fails for a library without photos and albums, which is usually the wrong one; --allow-empty backs it up.
Reads everything back and compares it. Exit code 0: the backup is complete. 1: it is, but the library itself lacks files
(run npm run doctor). 2: there is no backup. To check a backup later, run 'sha256sum -c SHA256SUMS' in its folder.
`;

export const run = folderCommand({ help: HELP, options: ALLOW_EMPTY }, async (given, values, io) => {
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CannotStartError(`${folder} is not empty. Name a new or empty folder for the backup`);
  }
  return withLibrary(io, { access: "shared", accept: acceptedBy(values) }, async (library) => {
    await requireOwnStorage(library);
    const { photos, files, bytes, warnings } = await holdingDeletes(library, () =>
      writingTo(folder, async () => {
        await using opened = new AsyncDisposableStack();
        const writer = opened.adopt(await createBackupWriter(folder), (writer) => writer.close());
        return await writeBackup(library, folder, writer);
      }),
    );
    await verifyBackup(folder);
    await writeSetting(library.db, LAST_BACKUP_SETTING, library.now().toISOString());
    await recordAudit(library, { action: "backup", detail: { photos, files, bytes } });
    for (const warning of warnings) io.stderr.write(`${warning}\n`);
    io.stdout.write(`${photos} photos, ${files} files and ${bytes} bytes are backed up in ${folder}\n`);
    return warnings.length === 0 ? 0 : 1;
  });
});

if (import.meta.main) await runAsProgram(run);
