import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import choices from "../../ui/PhotoChoices.module.css";
import { photoChoicesQuery } from "../data/photo-choices.api.ts";
import { photoName } from "../data/photo-name.ts";
import { PhotoSearch } from "../photo-choice/PhotoSearch.tsx";

type PhotosDialogProps = { chosen: PhotoId[]; onChoose: (ids: PhotoId[]) => void; onClose: () => void };

const SIDE_BY_SIDE = 3;

/** One to three photos, in the order in which they were chosen. */
export function PhotosDialog({ chosen, onChoose, onClose }: PhotosDialogProps) {
  const [search, setSearch] = useState("");
  const [ids, setIds] = useState(chosen);
  const { data: photos, error } = useQuery(photoChoicesQuery({ q: search }));
  return (
    <Dialog
      title="Choose one to three photographs"
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={ids.length === 0} onClick={() => onChoose(ids)}>
            {ids.length > 1 ? `Use ${ids.length} photographs` : "Use photograph"}
          </Button>
        </>
      }
    >
      <PhotoSearch text={search} onSearch={setSearch} />
      {error && <p role="alert">{error.message}</p>}
      {!photos && !error && <Loading />}
      {photos?.length === 0 && <p>{search === "" ? "There are no photos yet." : "No photo matches."}</p>}
      <fieldset className={choices.choices}>
        <legend className="visually-hidden">Photographs, side by side in the order in which you choose them</legend>
        {photos?.map((photo) => {
          const place = ids.indexOf(photo.id);
          return (
            <label key={photo.id} className={choices.choice}>
              <input
                type="checkbox"
                aria-label={place === -1 ? photoName(photo) : `${photoName(photo)}, number ${place + 1}`}
                checked={place !== -1}
                disabled={place === -1 && ids.length === SIDE_BY_SIDE}
                onChange={() => setIds(place === -1 ? [...ids, photo.id] : ids.filter((id) => id !== photo.id))}
              />
              <img src={photo.image_urls.thumb} alt="" width={300} height={300} loading="lazy" />
            </label>
          );
        })}
      </fieldset>
    </Dialog>
  );
}
