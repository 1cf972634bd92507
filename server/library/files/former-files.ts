import { transaction } from "../../db/connect.ts";
import type { Db } from "../../db/schema.ts";
import type { Log } from "../../log.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { readFormerFile } from "./former-file.ts";
import * as queries from "./former-files.queries.ts";
import { finishDeletes, recordDelete } from "./intents.ts";

const FILES_PER_SWEEP = 100;

/** Deletes the files that were replaced so long ago that they can no longer be restored. */
export async function deleteExpiredFiles(deps: { db: Db; storage: Storage; now(): Date; log: Log }): Promise<void> {
  for (const row of await queries.findExpired(deps.db, deps.now().toISOString(), FILES_PER_SWEEP)) {
    const file = readFormerFile(row);
    if (!file) continue;
    const intents = await transaction(deps.db, async (trx) =>
      (await queries.forgetFormerFile(trx, row.id, row.former_file))
        ? recordDelete(trx, [file.original_key], deps.now())
        : [],
    );
    await finishDeletes(deps, intents);
  }
}
