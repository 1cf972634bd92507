import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { capitalize, countPhotos } from "../data/photo-edits.ts";
import { photoName } from "../data/photo-name.ts";

/** What a text of these photos is called and kept under, until it is saved. */
export function describeDraft(ids: PhotoId[], [photo]: AdminPhoto[], noun: string) {
  const isOne = ids.length === 1 && photo !== undefined;
  return { of: placeOf(ids), title: `${capitalize(noun)} of ${isOne ? photoName(photo) : countPhotos(ids.length)}` };
}

/** Several photos are known by their number, limits and sum: a list of thousands would be too long. */
function placeOf(ids: PhotoId[]): string {
  if (ids.length === 1) return `photo-${ids[0]}`;
  let [least, most, sum] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const id of ids) {
    least = Math.min(least, id);
    most = Math.max(most, id);
    sum += id;
  }
  return `photos-${ids.length}-${least}-${most}-${sum}`;
}
