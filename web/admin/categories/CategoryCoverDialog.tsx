import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { PhotoChoices } from "../../ui/PhotoChoices.tsx";
import { type AdminCategory, categoryPhotosQuery } from "../data/categories.api.ts";
import { photoName } from "../data/photo-name.ts";

type CategoryCoverDialogProps = {
  category: AdminCategory;
  /** Null means its first featured photo, else the cover of its first album. */
  onChoose: (photoId: PhotoId | null) => void;
  onClose: () => void;
};

export function CategoryCoverDialog({ category, onChoose, onClose }: CategoryCoverDialogProps) {
  const { data: photos, error } = useQuery(categoryPhotosQuery(category.key));
  const [chosen, setChosen] = useState(category.cover_photo_id);
  return (
    <Dialog
      title={`Cover of ${category.name}`}
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
      {!photos && !error && <Loading />}
      {photos && (
        <PhotoChoices
          label="Cover"
          choices={photos.map(({ id }) => id)}
          chosen={chosen}
          onChoose={setChosen}
          renderPicture={(id) => {
            const photo = photos.find((each) => each.id === id);
            return (
              photo && (
                <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} loading="lazy" />
              )
            );
          }}
          other={{
            label: "Automatic: the first featured photo, or the first album's cover",
            onChoose: () => setChosen(null),
          }}
        />
      )}
    </Dialog>
  );
}
