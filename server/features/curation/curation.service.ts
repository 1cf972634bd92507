import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { inParts } from "../../library/bounded.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import * as queries from "../../library/curation.queries.ts";
import { type Collection, POSITION_COLUMN } from "../../library/curation.queries.ts";
import { checkOrder } from "../../library/order.ts";
import { closeGaps, setPositions } from "../../library/positions.ts";

const COLLECTIONS: readonly Collection[] = ["favorite", "featured", "quick_collection"];

/** To the end of the collection, in the order given; none of them is in it already. */
export async function addToCollection(trx: LibraryChange, collection: Collection, ids: PhotoId[]): Promise<void> {
  const count = await queries.countCollected(trx, collection);
  await setPositions(trx, `photo.${POSITION_COLUMN[collection]}`, ids, count);
}

export async function removeFromCollection(trx: LibraryChange, collection: Collection, ids: PhotoId[]): Promise<void> {
  await inParts(ids, async (part) => {
    await queries.clearPositions(trx, collection, part);
    return [];
  });
  await closeGaps(trx, `photo.${POSITION_COLUMN[collection]}`);
}

/** After photos have left several collections at once. */
export async function closeCollectionGaps(trx: LibraryChange): Promise<void> {
  for (const collection of COLLECTIONS) await closeGaps(trx, `photo.${POSITION_COLUMN[collection]}`);
}

export async function reorderCollection(deps: Deps, collection: Collection, ids: PhotoId[]): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    checkOrder("photo_ids", ids, new Set(await queries.findCollected(trx, collection)));
    await setPositions(trx, `photo.${POSITION_COLUMN[collection]}`, ids);
  });
}

/** Changes no photo. Says which were in it, so that it can be undone. */
export function clearQuickCollection(deps: Deps): Promise<PhotoId[]> {
  return changeLibrary(deps, async (trx) => {
    const ids = await queries.findCollected(trx, "quick_collection");
    await removeFromCollection(trx, "quick_collection", ids);
    return ids;
  });
}

export const countCollected = (deps: Deps, collection: Collection): Promise<number> =>
  queries.countCollected(deps.db, collection);
