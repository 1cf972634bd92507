import type { AlbumId } from "../../contract/album-id.ts";
import type { Category, PhotoCategory } from "../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../contract/photos.ts";
import type { Deps } from "../deps.ts";
import { albumNotFound, conflict, photoNotFound } from "../errors.ts";
import { findAlbum } from "../features/albums/albums.queries.ts";
import { listPhotosOfAlbum } from "../features/photos/photos.service.ts";
import type { AlbumRow } from "../platform/db/schema.ts";
import * as queries from "./album-photos.queries.ts";
import { inParts } from "./bounded.ts";
import { changeLibrary, type LibraryChange } from "./change-library.ts";
import { checkOrder } from "./order.ts";
import { closeGaps, setPositions } from "./positions.ts";

// The two lists of the contract name the same categories in the same order.
export const photoCategoryOf = (category: Category) => category.toUpperCase() as PhotoCategory;

export async function listAlbumPhotos(deps: Deps, slug: string): Promise<AdminPhoto[]> {
  const album = await findAlbum(deps.db, slug);
  if (!album) throw albumNotFound();
  return listPhotosOfAlbum(deps, album.id);
}

export async function reorderAlbumPhotos(deps: Deps, slug: string, ids: PhotoId[]): Promise<AdminPhoto[]> {
  const album = await changeLibrary(deps, async (trx) => {
    const album = await findAlbum(trx, slug);
    if (!album) throw albumNotFound();
    await setMemberOrder(trx, album.id, ids);
    return album;
  });
  return listPhotosOfAlbum(deps, album.id);
}

async function setMemberOrder(trx: LibraryChange, album: AlbumId, ids: PhotoId[]): Promise<void> {
  const members = new Set(await queries.findMembers(trx, album));
  const strangers = ids.filter((id) => !members.has(id));
  const left = await inParts(strangers, (part) => queries.findUnassigned(trx, part));
  // The list was right until those photos left the album.
  if (left.length > 0) throw conflict("The album has changed meanwhile. Please reload it.");
  checkOrder("photo_ids", ids, members);
  await setPositions(trx, "photo.album_position", ids);
}

/** The photo stays in the library, in no album. */
export async function removeAlbumPhoto(deps: Deps, slug: string, id: PhotoId): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const album = await findAlbum(trx, slug);
    if (!album) throw albumNotFound();
    const [current] = await queries.findAlbumsOf(trx, [id]);
    if (current !== album.id) throw photoNotFound();
    await leaveAlbums(trx, [id]);
  });
}

/** To the end of the album, in the order given; none of them is there already. Their category follows. */
export async function moveToAlbum(
  trx: LibraryChange,
  album: Pick<AlbumRow, "id" | "category">,
  ids: PhotoId[],
): Promise<void> {
  const left = await albumsOf(trx, ids);
  const count = await queries.countMembers(trx, album.id);
  await inParts(ids, async (part) => {
    await queries.assignAlbum(trx, part, album.id, photoCategoryOf(album.category));
    return [];
  });
  await setPositions(trx, "photo.album_position", ids, count);
  await closeAlbumGaps(trx, left);
}

export async function leaveAlbums(trx: LibraryChange, ids: PhotoId[]): Promise<void> {
  const left = await albumsOf(trx, ids);
  await inParts(ids, async (part) => {
    await queries.clearAlbum(trx, part);
    return [];
  });
  await closeAlbumGaps(trx, left);
}

async function albumsOf(trx: LibraryChange, ids: PhotoId[]): Promise<AlbumId[]> {
  return [...new Set(await inParts(ids, (part) => queries.findAlbumsOf(trx, part)))];
}

export async function closeAlbumGaps(trx: LibraryChange, albums: readonly AlbumId[]): Promise<void> {
  for (const album_id of albums) await closeGaps(trx, "photo.album_position", { album_id });
}
