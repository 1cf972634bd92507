import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { conflict, photoNotFound } from "../../errors.ts";
import * as queries from "../../library/album-members.queries.ts";
import { leaveAlbums } from "../../library/album-members.ts";
import { requireAlbum } from "../../library/albums.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { inParts } from "../../library/in-parts.ts";
import { checkOrder } from "../../library/order.ts";
import { setPositions } from "../../library/positions.queries.ts";
import { listPhotosOfAlbum } from "../photos/photos.service.ts";

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
  const strangers = ids.filter((id) => !members.has(id));
  const left = await inParts(strangers, (part) => queries.findUnassigned(trx, part));
  // The order was complete before those photos left the album.
  if (left.length > 0) throw conflict("This album has changed. Please reload it.");
  checkOrder("photo_ids", ids, members);
  await setPositions(trx, "photo.album_position", ids);
}

/** The photo stays in the library. */
export async function removeAlbumPhoto(deps: Deps, slug: string, id: PhotoId): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    const [current] = await queries.findAlbumsOf(trx, [id]);
    if (current !== album.id) throw photoNotFound();
    await leaveAlbums(trx, [id]);
  });
}
