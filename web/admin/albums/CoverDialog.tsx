import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { albumPhotosQuery } from "../data/album.api.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import styles from "./CoverDialog.module.css";

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
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">Cover</legend>
          <label className={styles.automatic}>
            <input type="radio" name="cover" checked={chosen === null} onChange={() => setChosen(null)} />
            Automatic: the first photo of the album
          </label>
          {ids.map((id) => (
            <CoverChoice key={id} id={id} isChosen={chosen === id} onChoose={() => setChosen(id)} />
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}

function CoverChoice({ id, isChosen, onChoose }: { id: PhotoId; isChosen: boolean; onChoose: () => void }) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <label className={styles.choice}>
      <input type="radio" name="cover" checked={isChosen} onChange={onChoose} />
      {photo && <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} loading="lazy" />}
    </label>
  );
}
