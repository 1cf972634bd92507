import { useNavigate } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { useDefaultCategory } from "../data/categories.api.ts";
import { STAYS_IN_ALBUMS } from "../photo-screen/AlbumTargetDialog.tsx";
import { CreateAlbumDialog } from "./CreateAlbumDialog.tsx";

/** Makes an album, puts the photos into it and opens it. */
export function AlbumOfPhotosDialog({ ids, onClose }: { ids: PhotoId[]; onClose: () => void }) {
  const navigate = useNavigate();
  const { addToAlbum } = useEditPhotos();
  const category = useDefaultCategory();
  return (
    <CreateAlbumDialog
      category={category}
      hint={STAYS_IN_ALBUMS}
      onCreated={async (album) => {
        onClose();
        await addToAlbum(ids, album);
        navigate(paths.admin.album(album.slug));
      }}
      onClose={onClose}
    />
  );
}
