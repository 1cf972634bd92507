import type { PhotoId } from "../../../../contract/photos.ts";
import { transaction } from "../../../db/connect.ts";
import type { Deps } from "../../../deps.ts";
import { finishDeletes, recordDelete } from "../../../library/files/intents.ts";
import { variantKey } from "../../../library/files/keys.ts";
import * as queries from "./making.queries.ts";
import { type FoundPicture, makingLock, ON_DEMAND_SIZE } from "./making.service.ts";

const PICTURES_PER_LOOK = 50;
/** Recorded to the hour: a popular picture must not cause a write with each request. */
const RECORDED_EVERY_MS = 60 * 60 * 1000;

/**
 * Deletes the full-size pictures that were least recently requested until the others fit the budget. Otherwise a visitor
 * who asks for all of them would fill the disk. The one just made stays in any case: its visitor is waiting for it.
 */
export async function keepWithinBudget(deps: Deps, justMade: PhotoId): Promise<void> {
  const { bytes } = await queries.sumOnDemand(deps.db);
  let excess = (bytes ?? 0) - deps.config.onDemandMaxBytes;
  if (excess <= 0) return;
  for (const picture of await queries.findLeastRequested(deps.db, justMade, PICTURES_PER_LOOK)) {
    // One that is being made again now stays.
    await deps.locks.holdIfFree(makingLock(picture.id), () => evict(deps, picture));
    excess -= picture.jpeg_bytes;
    if (excess <= 0) return;
  }
}

async function evict(deps: Deps, { id, internal_id }: { id: PhotoId; internal_id: string }): Promise<void> {
  const deletes = await transaction(deps.db, async (trx) => {
    await queries.deleteVariant(trx, id, ON_DEMAND_SIZE);
    return recordDelete(trx, [variantKey(internal_id, ON_DEMAND_SIZE, "jpeg")], deps.now());
  });
  await finishDeletes(deps, deletes);
}

/** Called with each request for a picture that was looked up. */
export function noteRequest({ db, now, log }: Deps, { id, on_demand_at }: FoundPicture): void {
  if (on_demand_at === null || now().getTime() - Date.parse(on_demand_at) < RECORDED_EVERY_MS) return;
  queries.markRequested(db, id, ON_DEMAND_SIZE, now()).catch((error: unknown) => {
    log.warn({ err: error, photo: id }, "the time of a request was not recorded");
  });
}
