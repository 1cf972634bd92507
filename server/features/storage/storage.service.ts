import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getStorage as getStorageCall } from "../../../contract/storage.ts";
import type { Deps } from "../../deps.ts";
import { readBackupStatus } from "../../library/files/last-backup.ts";
import { readDiskSpace } from "../../platform/disk-space.ts";
import { sumTrash } from "./storage.queries.ts";

export async function getStorage(deps: Deps): Promise<ResponseOf<typeof getStorageCall>> {
  const { level, freeBytes, totalBytes } = await readDiskSpace(deps.config.dataDir);
  return {
    disk: { level, free_bytes: freeBytes, total_bytes: totalBytes },
    is_remote: deps.config.s3 !== undefined,
    trash: await sumTrash(deps.db),
    backup: await readBackupStatus(deps),
  };
}
