import { useQuery } from "@tanstack/react-query";
import { LICENSES, VISIBILITY } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { useCategories } from "../data/categories.api.ts";
import { AlsoInField } from "./AlsoInField.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import styles from "./PhotoFields.module.css";
import { type PhotoText, PhotoTexts } from "./PhotoTexts.tsx";
import { sharedValue } from "./shared-value.ts";
import { TagsField } from "./TagsField.tsx";

type SelectedPhotos = { ids: PhotoId[]; photos: AdminPhoto[] };

type PhotoFieldsProps = SelectedPhotos & {
  /** The field that takes the focus when the photo appears. */
  dueField: PhotoText | null;
  /** Undefined with several photos. */
  onNext: ((field: PhotoText) => void) | undefined;
};

/** Every editable field of a photo. Labels and messages come from the field's name. */
export function PhotoFields({ dueField, onNext, ...selected }: PhotoFieldsProps) {
  const categories = useCategories().map(({ key, name }) => ({ value: key.toUpperCase(), label: name }));
  return (
    <div className={styles.fields}>
      <PhotoTexts {...selected} dueField={dueField} onNext={onNext} />
      <TagsField {...selected} />
      <ChoiceField {...selected} field="visibility" choices={VISIBILITY_CHOICES} />
      <ChoiceField {...selected} field="category" choices={categories} />
      <AlbumField {...selected} />
      <AlsoInField {...selected} />
      <ChoiceField {...selected} field="license" choices={LICENSES.map((value) => ({ value, label: value }))} />
    </div>
  );
}

/** Offers only albums of the photos' category, so photos of several categories need a common one first. */
function AlbumField({ ids, photos }: SelectedPhotos) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const category = sharedValue(photos, (photo) => photo.category);
  const isMixed = category === "mixed";
  const fitting = albums.filter((album) => !isMixed && album.category.toUpperCase() === category.value);
  return (
    <ChoiceField
      ids={ids}
      photos={photos}
      field="album_id"
      choices={[{ value: null, label: "No album" }, ...fitting.map(({ id, title }) => ({ value: id, label: title }))]}
      hint={isMixed ? "Choose one category first." : undefined}
      isDisabled={isMixed}
    />
  );
}

const VISIBILITY_CHOICES = [
  { value: VISIBILITY.public, label: "Public" },
  { value: VISIBILITY.private, label: "Private" },
];
