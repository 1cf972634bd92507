import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { movedFrom } from "../actions/leave-album.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { knownPhoto } from "../data/library-cache.ts";
import { ChooseAlbumDialog } from "./ChooseAlbumDialog.tsx";

export const STAYS_IN_ALBUMS = "The photos stay in their other albums too.";

type AlbumTargetDialogProps = {
  mode: "add" | "move";
  ids: PhotoId[];
  /** The album they are looked at in, which a move takes them out of. Elsewhere a move takes each out of its home. */
  from?: AdminAlbum;
  onClose: () => void;
};

/** Asks which album the photos are to be added or moved to. */
export function AlbumTargetDialog({ mode, ids, from, onClose }: AlbumTargetDialogProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const { addToAlbum, moveToAlbum } = useEditPhotos();
  const photos = ids.length === 1 ? "" : ` ${ids.length.toLocaleString("en")} photos`;
  const leaves = useAlbumsLeft(ids, from, albums);
  return (
    <ChooseAlbumDialog
      title={mode === "add" ? `Add${photos} to an album` : `Move${photos} to another album`}
      submitLabel={mode === "add" ? "Add to album" : "Move to album"}
      hint={mode === "add" ? STAYS_IN_ALBUMS : leaves}
      albums={albums.filter(({ id }) => id !== from?.id)}
      onChoose={(album) => {
        onClose();
        void (mode === "add" ? addToAlbum(ids, album) : moveToAlbum(ids, album, from));
      }}
      onClose={onClose}
    />
  );
}

/** Which album the photos leave when they are moved. */
function useAlbumsLeft(ids: PhotoId[], from: AdminAlbum | undefined, albums: AdminAlbum[]): string {
  const client = useQueryClient();
  const photos = ids.flatMap((id) => knownPhoto(client, id) ?? []);
  if (photos.length < ids.length && !from) return "Each leaves its home album, the one that is set as Album.";
  const left = from?.title ?? movedFrom(photos, {}, albums);
  if (left === "") return ids.length === 1 ? "It is in no album now." : "They are in no album now.";
  return `${ids.length === 1 ? "It leaves" : "They leave"} ${left}.`;
}
