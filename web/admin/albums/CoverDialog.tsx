import { useQuery } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { albumPhotosQuery } from "../data/album.api.ts";
import { photoQuery } from "../data/photos.api.ts";
import { ChoicePicture } from "../photo-choice/ChoicePicture.tsx";
import { PhotoChoiceDialog } from "../photo-choice/PhotoChoiceDialog.tsx";

type CoverDialogProps = {
  album: AdminAlbum;
  /** Null means the album's first photo, whichever it is. */
  onChoose: (photoId: PhotoId | null) => void;
  onClose: () => void;
};

export function CoverDialog({ album, onChoose, onClose }: CoverDialogProps) {
  const { data: ids, error } = useQuery(albumPhotosQuery(album.slug));
  return (
    <PhotoChoiceDialog
      title={`Cover of ${album.title}`}
      label="Cover"
      action="Use as cover"
      current={album.cover_photo_id}
      choices={ids}
      error={error}
      renderPicture={(id) => <CoverChoice id={id} />}
      automatic="Automatic: the first photo of the album"
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

function CoverChoice({ id }: { id: PhotoId }) {
  const { data: photo } = useQuery(photoQuery(id));
  return <ChoicePicture photo={photo} />;
}
