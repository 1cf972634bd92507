import { useQuery } from "@tanstack/react-query";
import {
  CATEGORY_NAMES,
  type Category,
  LICENSES,
  PHOTO_CATEGORIES,
  type PhotoCategory,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  VISIBILITY,
} from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import styles from "./PhotoFields.module.css";
import { sharedValue } from "./shared-value.ts";
import { TagsField } from "./TagsField.tsx";
import { TextField } from "./TextField.tsx";

type PhotoFieldsProps = { ids: PhotoId[]; photos: AdminPhoto[] };

export function PhotoFields({ ids, photos }: PhotoFieldsProps) {
  const category = sharedValue(photos, (photo) => photo.category);
  return (
    <div className={styles.fields}>
      <TextField
        label="Title"
        ids={ids}
        shared={sharedValue(photos, (photo) => photo.title)}
        maxChars={TITLE_MAX_CHARS}
        isRequired
        changeFor={(title) => ({ title })}
      />
      <TextField
        label="Caption"
        ids={ids}
        shared={sharedValue(photos, (photo) => photo.caption)}
        maxChars={TEXT_MAX_CHARS}
        isMultiline
        changeFor={(caption) => ({ caption })}
      />
      <TagsField ids={ids} photos={photos} />
      <ChoiceField
        label="Visibility"
        ids={ids}
        shared={sharedValue(photos, (photo) => photo.visibility)}
        choices={[
          { value: VISIBILITY.public, label: "Public" },
          { value: VISIBILITY.private, label: "Private" },
        ]}
        changeFor={(visibility) => ({ visibility })}
      />
      <ChoiceField
        label="Category"
        ids={ids}
        shared={category}
        choices={PHOTO_CATEGORIES.map((key) => ({ value: key, label: CATEGORY_NAMES[lowerCase(key)] }))}
        changeFor={(chosen) => ({ category: chosen })}
      />
      <AlbumField ids={ids} photos={photos} category={category === "mixed" ? null : category.value} />
      <ChoiceField
        label="License"
        ids={ids}
        shared={sharedValue(photos, (photo) => photo.license)}
        choices={LICENSES.map((license) => ({ value: license, label: license }))}
        changeFor={(license) => ({ license })}
      />
    </div>
  );
}

type AlbumFieldProps = PhotoFieldsProps & { category: PhotoCategory | null };

/** Only albums of the photos' category; with several categories, that is to be settled first. */
function AlbumField({ ids, photos, category }: AlbumFieldProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const fitting = albums.filter((album) => category !== null && album.category === lowerCase(category));
  return (
    <ChoiceField
      label="Album"
      ids={ids}
      shared={sharedValue(photos, (photo) => photo.album_id)}
      choices={[{ value: null, label: "No album" }, ...fitting.map(({ id, title }) => ({ value: id, label: title }))]}
      changeFor={(album_id) => ({ album_id })}
      hint={category === null ? "Choose one category first." : undefined}
      isDisabled={category === null}
    />
  );
}

// The photo's categories are the albums' in capitals.
const lowerCase = (category: PhotoCategory) => category.toLowerCase() as Category;
