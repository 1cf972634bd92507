import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { PhotoChoices } from "../../ui/PhotoChoices.tsx";
import { albumPhotosQuery } from "../data/album.api.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";

type CoverDialogProps = {
  album: AdminAlbum;
  /** Null means the album's first photo, whichever it is. */
  onChoose: (photoId: PhotoId | null) => void;
  onClose: () => void;
};

export function CoverDialog({ album, onChoose, onClose }: CoverDialogProps) {
  const { data: ids, error } = useQuery(albumPhotosQuery(album.slug));
  const [chosen, setChosen] = useState(album.cover_photo_id);

  return (
    <Dialog
      title={`Cover of ${album.title}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={() => onChoose(chosen)}>
            Use as Cover
          </Button>
        </>
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!ids && !error && <Loading />}
      {ids && (
        <PhotoChoices
          label="Cover"
          choices={ids}
          chosen={chosen}
          onChoose={setChosen}
          renderPicture={(id) => <CoverChoice id={id} />}
          other={{ label: "Automatic: the first photo of the album", onChoose: () => setChosen(null) }}
        />
      )}
    </Dialog>
  );
}

function CoverChoice({ id }: { id: PhotoId }) {
  const { data: photo } = useQuery(photoQuery(id));
  return photo && <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} loading="lazy" />;
}
