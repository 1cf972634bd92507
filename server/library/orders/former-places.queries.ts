import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";
import { inParts } from "../in-parts.ts";

export function findFormerPlaces(trx: LibraryChange, ids: readonly PhotoId[]) {
  return inParts(ids, (part) =>
    trx.selectFrom("photo").select(["id", "former_places"]).where("id", "in", part).execute(),
  );
}
