import { useQuery } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { albumsQuery } from "../data/albums.api.ts";
import type { AlbumDrop } from "../reorder/album-drop.ts";

/** What happens to photos dropped on an album of the sidebar. A move takes them out of the album they are dragged from. */
export function useDropOnAlbum(fromId?: AlbumId) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const { addToAlbum, moveToAlbum } = useEditPhotos();
  return (ids: PhotoId[], { albumId, mode }: AlbumDrop) => {
    const album = albums.find(({ id }) => id === albumId);
    if (!album || albumId === fromId) return;
    const from = albums.find(({ id }) => id === fromId);
    void (mode === "add" ? addToAlbum(ids, album) : moveToAlbum(ids, album, from));
  };
}
