import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import { findOriginalKeys } from "./export.queries.ts";

const BATCH = 100;

export type ExportedPhoto = { photo: AdminPhoto; file: string; original_key: string };

/** In the order of the export, a batch at a time. Leaves out what has been deleted since it was described. */
export async function* exportedPhotos(deps: Deps, fileOf: ReadonlyMap<PhotoId, string>): AsyncGenerator<ExportedPhoto> {
  const ids = [...fileOf.keys()];
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const photos = await adminPhotosById(deps, batch);
    const keys = new Map((await findOriginalKeys(deps.db, batch)).map(({ id, original_key }) => [id, original_key]));
    for (const id of batch) {
      const [photo, file, original_key] = [photos.get(id), fileOf.get(id), keys.get(id)];
      if (photo && file && original_key) yield { photo, file, original_key };
    }
  }
}
