import { useQuery } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import { ChooseAlbumDialog } from "./ChooseAlbumDialog.tsx";

export const MOVES_TO_ALBUM = "A photo can be in only one album. Photos in another album move to this one.";

export function AddToAlbumDialog({ ids, onClose }: { ids: PhotoId[]; onClose: () => void }) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const { moveToAlbum } = useEditPhotos();
  return (
    <ChooseAlbumDialog
      title={ids.length === 1 ? "Add to an album" : `Add ${ids.length.toLocaleString("en")} photos to an album`}
      submitLabel="Add to album"
      hint={MOVES_TO_ALBUM}
      albums={albums}
      onChoose={(album) => {
        onClose();
        void moveToAlbum(ids, album);
      }}
      onClose={onClose}
    />
  );
}
