import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { CannotStartError } from "../errors.ts";
import { recordAudit } from "../library/audit.ts";
import { requireOwnStorage } from "../library/marker.ts";
import { createBackupWriter, verifyBackup } from "./backup-format.ts";
import { holdingDeletes } from "./hold-deletes.ts";
import { withLibrary } from "./open-library.ts";
import { runOnFolder } from "./run-command.ts";
import { writeBackup } from "./write-backup.ts";

const HELP = `Writes the whole library into an empty folder. May run beside the server.

  npm run backup -- DIR

Reads what it has written back and compares it. Ends with 0 when the backup is whole, 1 when it is but the library itself
lacks files (run npm run doctor), 2 when there is no backup. 'sha256sum -c SHA256SUMS' in the folder checks it any time.
`;

await runOnFolder({ help: HELP, options: {} }, async (given) => {
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CannotStartError(`${folder} is not empty. A backup needs a folder of its own`);
  }
  return withLibrary({ access: "beside the server" }, async (library) => {
    await requireOwnStorage(library);
    const { photos, files, bytes, warnings } = await holdingDeletes(library, async () =>
      writeBackup(library, folder, await createBackupWriter(folder)),
    );
    await verifyBackup(folder);
    await recordAudit(library, { action: "backup", detail: { photos, files, bytes } });
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    process.stdout.write(`${photos} photos, ${files} files and ${bytes} bytes are backed up in ${folder}\n`);
    return warnings.length === 0 ? 0 : 1;
  });
});
