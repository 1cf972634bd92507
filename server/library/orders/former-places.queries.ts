import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";
import { inBatches } from "../in-batches.ts";

export function findFormerPlaces(trx: LibraryChange, ids: readonly PhotoId[]) {
  return inBatches(ids, (batch) =>
    trx.selectFrom("photo").select(["id", "former_places"]).where("id", "in", batch).execute(),
  );
}
