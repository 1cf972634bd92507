import type { AlbumId } from "../../contract/album-id.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { AlbumRow } from "../platform/db/schema.ts";
import * as queries from "./album-members.queries.ts";
import { photoCategoryOf } from "./albums.ts";
import type { LibraryChange } from "./change-library.ts";
import { inParts } from "./in-parts.ts";
import { closeGaps, setPositions } from "./positions.queries.ts";

/** Appends the photos in the order given and sets their category to the album's. None of them may be in it already. */
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
