import type { BackupStatus } from "../../../contract/storage.ts";
import type { Db } from "../../db/schema.ts";
import { readSetting } from "../settings.queries.ts";

/** When the last backup that passed its check was finished. */
export const LAST_BACKUP_SETTING = "last_backup_at";
const OVERDUE_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

export async function readBackupStatus({ db, now }: { db: Db; now(): Date }): Promise<BackupStatus> {
  const last = await readSetting(db, LAST_BACKUP_SETTING);
  if (last === undefined) return { state: "never", last_at: null };
  const isOverdue = now().getTime() - Date.parse(last) > OVERDUE_AFTER_MS;
  return { state: isOverdue ? "overdue" : "recent", last_at: last };
}
