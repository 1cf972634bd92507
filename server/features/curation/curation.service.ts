import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { type Collection, findCollected, POSITION_COLUMN } from "../../library/orders/collections.queries.ts";
import { removeFromCollection } from "../../library/orders/collections.ts";
import { checkOrder } from "../../library/orders/order.ts";
import { setPositions } from "../../library/orders/positions.queries.ts";

export async function reorderCollection(deps: Deps, collection: Collection, ids: PhotoId[]): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    checkOrder("photo_ids", ids, new Set(await findCollected(trx, collection)));
    await setPositions(trx, `photo.${POSITION_COLUMN[collection]}`, ids);
  });
}

/** Changes no photo. Returns the ids that were in it, for undo. */
export function clearQuickCollection(deps: Deps): Promise<PhotoId[]> {
  return changeLibrary(deps, async (trx) => {
    const ids = await findCollected(trx, "quick_collection");
    await removeFromCollection(trx, "quick_collection", ids);
    return ids;
  });
}
