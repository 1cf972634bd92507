import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";
import { updateEachPhoto } from "../photo-texts.queries.ts";
import { findMembers } from "./album-members.queries.ts";
import { type Collection, findCollected, POSITION_COLUMN } from "./collections.queries.ts";
import { findFormerPlaces } from "./former-places.queries.ts";
import { insertAtFormerPlaces, learnNeighbor, type Place, placesIn } from "./places.ts";
import { setPositions } from "./positions.queries.ts";

/** A list of photos in the owner's order. */
type PhotoList = { album: AlbumId } | { collection: Collection };

/** A photo's place in each list that it has left, by the list's name. */
type FormerPlaces = Record<string, Place>;

/** Call before the photos leave the list, so that `restorePlaces` can find where they were. */
export async function rememberPlaces(trx: LibraryChange, list: PhotoList, ids: readonly PhotoId[]): Promise<void> {
  const places = placesIn(await findOrder(trx, list), new Set(ids));
  await savePlaces(trx, list, places);
}

/**
 * Puts photos into a list, each where it was when it left. Those that were never in it go to the end, in the order given.
 * Where they are in it now does not matter.
 */
export async function restorePlaces(trx: LibraryChange, list: PhotoList, ids: readonly PhotoId[]): Promise<void> {
  if (ids.length === 0) return;
  const returning = new Set(ids);
  const before = (await findOrder(trx, list)).filter((id) => !returning.has(id));
  const known = await loadPlaces(trx, list, ids);
  const back = ids.map((id) => ({ id, place: known.get(id) }));
  const order = insertAtFormerPlaces(before, back);
  const from = order.findIndex((id, index) => id !== before[index]);
  await setPositions(trx, columnOf(list), order.slice(from), { from, scope: scopeOf(list) });
  await informAbsent(trx, list, back, new Set(order));
}

/** Whether the photo has been in the album, and would return to its place there. */
export const hasPlaceIn = (former_places: string, album: AlbumId): boolean =>
  Object.hasOwn(parse(former_places), nameOf({ album }));

/** Neighbors that left later and are still absent have no record of the photos that have returned. */
async function informAbsent(
  trx: LibraryChange,
  list: PhotoList,
  back: { id: PhotoId; place: Place | undefined }[],
  present: ReadonlySet<PhotoId>,
): Promise<void> {
  const neighborsOf = (place: Place | undefined) => (place ? [...place.after, ...place.before] : []);
  const absent = new Set(back.flatMap(({ place }) => neighborsOf(place)).filter((id) => !present.has(id)));
  const places = await loadPlaces(trx, list, [...absent]);
  const learned = new Map<PhotoId, Place>();
  for (const one of back) {
    for (const id of neighborsOf(one.place)) {
      const place = learnNeighbor({ id, place: learned.get(id) ?? places.get(id) }, one);
      if (place) learned.set(id, place);
    }
  }
  await savePlaces(trx, list, learned);
}

async function loadPlaces(
  trx: LibraryChange,
  list: PhotoList,
  ids: readonly PhotoId[],
): Promise<Map<PhotoId, Place | undefined>> {
  const rows = await findFormerPlaces(trx, ids);
  return new Map(rows.map((row) => [row.id, parse(row.former_places)[nameOf(list)]]));
}

async function savePlaces(trx: LibraryChange, list: PhotoList, places: ReadonlyMap<PhotoId, Place>): Promise<void> {
  const rows = await findFormerPlaces(trx, [...places.keys()]);
  const changed = rows.map(({ id, former_places }) => {
    const all = { ...parse(former_places), [nameOf(list)]: places.get(id) };
    return { id, former_places: JSON.stringify(all) };
  });
  await updateEachPhoto(trx, ["former_places"], changed);
}

// Only savePlaces writes it.
const parse = (former_places: string) => JSON.parse(former_places) as FormerPlaces;

const nameOf = (list: PhotoList) => ("album" in list ? `album ${list.album}` : list.collection);

const findOrder = (trx: LibraryChange, list: PhotoList) =>
  "album" in list ? findMembers(trx, list.album) : findCollected(trx, list.collection);

const columnOf = (list: PhotoList) =>
  "album" in list ? ("album_photo.position" as const) : (`photo.${POSITION_COLUMN[list.collection]}` as const);

const scopeOf = (list: PhotoList) => ("album" in list ? { album_id: list.album } : {});
