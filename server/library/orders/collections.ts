import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";
import { inBatches } from "../in-batches.ts";
import * as queries from "./collections.queries.ts";
import { type Collection, POSITION_COLUMN } from "./collections.queries.ts";
import { rememberPlaces, restorePlaces } from "./former-places.ts";
import { closeGaps, setPositions } from "./positions.queries.ts";

export const COLLECTIONS: readonly Collection[] = ["favorite", "featured", "quick_collection"];

/** Appends the photos in the order given. None of them may be in the collection already. */
export async function addToCollection(trx: LibraryChange, collection: Collection, ids: PhotoId[]): Promise<void> {
  const count = await queries.countCollected(trx, collection);
  await setPositions(trx, `photo.${POSITION_COLUMN[collection]}`, ids, { from: count });
}

/** Like `addToCollection`, but each photo returns to where it was in the collection. */
export function restoreToCollection(trx: LibraryChange, collection: Collection, ids: PhotoId[]): Promise<void> {
  return restorePlaces(trx, { collection }, ids);
}

export async function removeFromCollection(trx: LibraryChange, collection: Collection, ids: PhotoId[]): Promise<void> {
  await rememberPlaces(trx, { collection }, ids);
  await inBatches(ids, async (batch) => {
    await queries.clearPositions(trx, collection, batch);
    return [];
  });
  await closeGaps(trx, `photo.${POSITION_COLUMN[collection]}`);
}

/** For photos that are about to leave every collection. */
export async function rememberCollections(trx: LibraryChange, ids: PhotoId[]): Promise<void> {
  for (const collection of COLLECTIONS) await rememberPlaces(trx, { collection }, ids);
}

/** For photos that have left several collections in one change. */
export async function closeCollectionGaps(trx: LibraryChange): Promise<void> {
  for (const collection of COLLECTIONS) await closeGaps(trx, `photo.${POSITION_COLUMN[collection]}`);
}
