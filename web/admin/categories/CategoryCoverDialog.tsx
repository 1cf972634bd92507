import { useQuery } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import type { AdminCategory } from "../data/categories.api.ts";
import { photoChoicesQuery } from "../data/photo-choices.api.ts";
import { ChoicePicture } from "../photo-choice/ChoicePicture.tsx";
import { PhotoChoiceDialog } from "../photo-choice/PhotoChoiceDialog.tsx";

type CategoryCoverDialogProps = {
  category: AdminCategory;
  /** Null means its first featured photo, else the cover of its first album. */
  onChoose: (photoId: PhotoId | null) => void;
  onClose: () => void;
};

export function CategoryCoverDialog({ category, onChoose, onClose }: CategoryCoverDialogProps) {
  const { data: photos, error } = useQuery(photoChoicesQuery({ visibility: 0, category: category.key }));
  return (
    <PhotoChoiceDialog
      title={`Cover of ${category.name}`}
      label="Cover"
      action="Use as cover"
      current={category.cover_photo_id}
      choices={photos?.map(({ id }) => id)}
      error={error}
      renderPicture={(id) => <ChoicePicture photo={photos?.find((photo) => photo.id === id)} />}
      automatic="Automatic: the first featured photo, or the first album's cover"
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
