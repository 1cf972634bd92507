import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, photoNotFound } from "../../errors.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { inBatches } from "../../library/in-batches.ts";
import * as queries from "../../library/orders/album-members.queries.ts";
import { addToAlbum, leaveAlbum } from "../../library/orders/album-members.ts";
import { findFormerPlaces } from "../../library/orders/former-places.queries.ts";
import { hasPlaceIn } from "../../library/orders/former-places.ts";
import { checkOrder } from "../../library/orders/order.ts";
import { setPositions } from "../../library/orders/positions.queries.ts";
import { noteOrder } from "../../library/orders/versions.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { findPhotoStates, listPhotosOfAlbum } from "../photos/photos.service.ts";

export async function listAlbumPhotos(deps: Deps, slug: string): Promise<AdminPhoto[]> {
  const album = await requireAlbum(deps.db, slug);
  return listPhotosOfAlbum(deps, album.id);
}

export async function reorderAlbumPhotos(deps: Deps, slug: string, ids: PhotoId[]): Promise<AdminPhoto[]> {
  const album = await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    await setMemberOrder(trx, album.id, ids);
    return album;
  });
  return listPhotosOfAlbum(deps, album.id);
}

async function setMemberOrder(trx: LibraryChange, album: AlbumId, ids: PhotoId[]): Promise<void> {
  const members = new Set(await queries.findMembers(trx, album));
  const newcomers = ids.filter((id) => !members.has(id));
  const unassigned = await inBatches(newcomers, (batch) => queries.findUnassigned(trx, batch));
  const elsewhere = await findFormerPlaces(trx, newcomers);
  const left = [...unassigned, ...elsewhere.filter(({ former_places }) => hasPlaceIn(former_places, album))];
  // The order was complete before those photos left the album.
  if (left.length > 0) throw conflict("This album has changed. Please reload it.");
  checkOrder("photo_ids", ids, members);
  await setPositions(trx, "album_photo.position", ids, { scope: { album_id: album } });
  await noteOrder(trx, album, ids);
}

/** Those that are in the album already stay where they are. */
export async function addAlbumPhotos(deps: Deps, slug: string, ids: PhotoId[]): Promise<AdminPhoto[]> {
  const album = await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    const unique = [...new Set(ids)];
    const states = await findPhotoStates(trx, unique);
    if (states.length < unique.length) throw invalid({ photo_ids: ["Some of these photos do not exist"] });
    if (states.some(({ deleted_at }) => deleted_at !== null)) {
      throw conflict("Photos in the trash cannot be added. Restore them first.");
    }
    await addToAlbum(trx, album.id, unique);
    return album;
  });
  return listPhotosOfAlbum(deps, album.id);
}

/** The photo stays in its other albums and in the library. */
export async function removeAlbumPhoto(deps: Deps, slug: string, id: PhotoId): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    if (!(await queries.isMember(trx, album.id, id))) throw photoNotFound();
    await leaveAlbum(trx, album.id, [id]);
  });
}
