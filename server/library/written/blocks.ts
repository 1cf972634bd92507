import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Block } from "../../../contract/written-pages.ts";
import type { LibraryChange } from "../change-library.ts";
import { findPageBlocks, setBlocks } from "./written-pages.queries.ts";

/** Always written from the contract's blocks. */
export const readBlocks = (json: string) => JSON.parse(json) as Block[];

export const photosIn = (blocks: readonly Block[]): PhotoId[] =>
  blocks.flatMap((block) => (block.kind === "photos" ? block.photo_ids : []));

export const albumsIn = (blocks: readonly Block[]): AlbumId[] =>
  blocks.flatMap((block) => (block.kind === "album" ? block.album_id : []));

type Shown = { hasPhoto(id: PhotoId): boolean; hasAlbum(id: AlbumId): boolean };

/** Without other photos and albums, and without the blocks that have none then. */
export function onlyWith(blocks: readonly Block[], { hasPhoto, hasAlbum }: Shown): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === "album") return hasAlbum(block.album_id) ? block : [];
    if (block.kind !== "photos") return block;
    const photo_ids = block.photo_ids.filter(hasPhoto);
    return photo_ids.length > 0 ? { ...block, photo_ids } : [];
  });
}

/** They are deleted: no page names them any longer. */
export async function forgetPhotos(trx: LibraryChange, ids: readonly PhotoId[]): Promise<void> {
  const gone = new Set(ids);
  await leaveOut(trx, { hasPhoto: (id) => !gone.has(id), hasAlbum: () => true });
}

export const forgetAlbum = (trx: LibraryChange, album: AlbumId): Promise<void> =>
  leaveOut(trx, { hasPhoto: () => true, hasAlbum: (id) => id !== album });

async function leaveOut(trx: LibraryChange, shown: Shown): Promise<void> {
  for (const { id, blocks } of await findPageBlocks(trx)) {
    const left = JSON.stringify(onlyWith(readBlocks(blocks), shown));
    if (left !== blocks) await setBlocks(trx, id, left);
  }
}
