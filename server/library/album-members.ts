import type { AlbumId } from "../../contract/album-id.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { AlbumRow } from "../platform/db/schema.ts";
import * as queries from "./album-members.queries.ts";
import { photoCategoryOf } from "./albums.ts";
import type { LibraryChange } from "./change-library.ts";
import { putBack, rememberPlaces } from "./former-places.ts";
import { inParts } from "./in-parts.ts";
import { closeGaps, setPositions } from "./positions.queries.ts";

type Album = Pick<AlbumRow, "id" | "category">;

/** Appends the photos in the order given and sets their category to the album's. None of them may be in it already. */
export async function moveToAlbum(trx: LibraryChange, album: Album, ids: PhotoId[]): Promise<void> {
  const count = await queries.countMembers(trx, album.id);
  await join(trx, album, ids, () => setPositions(trx, "photo.album_position", ids, count));
}

/** Like `moveToAlbum`, but each photo returns to where it was in the album. */
export async function putBackIntoAlbum(trx: LibraryChange, album: Album, ids: PhotoId[]): Promise<void> {
  await join(trx, album, ids, () => putBack(trx, { album: album.id }, ids));
}

async function join(trx: LibraryChange, album: Album, ids: PhotoId[], number: () => Promise<void>): Promise<void> {
  const left = await rememberAlbums(trx, ids);
  await inParts(ids, async (part) => {
    await queries.assignAlbum(trx, part, album.id, photoCategoryOf(album.category));
    return [];
  });
  await number();
  await closeAlbumGaps(trx, left);
}

export async function leaveAlbums(trx: LibraryChange, ids: PhotoId[]): Promise<void> {
  const left = await rememberAlbums(trx, ids);
  await inParts(ids, async (part) => {
    await queries.clearAlbum(trx, part);
    return [];
  });
  await closeAlbumGaps(trx, left);
}

/** Remembers the places of photos that are about to leave their albums. Returns those albums. */
export async function rememberAlbums(trx: LibraryChange, ids: PhotoId[]): Promise<AlbumId[]> {
  const albums = [...new Set(await inParts(ids, (part) => queries.findAlbumsOf(trx, part)))];
  for (const album of albums) await rememberPlaces(trx, { album }, ids);
  return albums;
}

export async function closeAlbumGaps(trx: LibraryChange, albums: readonly AlbumId[]): Promise<void> {
  for (const album_id of albums) await closeGaps(trx, "photo.album_position", { album_id });
}
