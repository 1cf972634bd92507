import type { AdminAlbum } from "../../../contract/albums.ts";
import { Field } from "../../ui/Field.tsx";
import { Options } from "../../ui/Options.tsx";
import { useCategories } from "../data/categories.api.ts";
import { FormDialog } from "../page/FormDialog.tsx";

type ChooseAlbumDialogProps = {
  title: string;
  submitLabel: string;
  hint?: string;
  albums: AdminAlbum[];
  onChoose: (album: AdminAlbum) => void;
  onClose: () => void;
};

export function ChooseAlbumDialog({ title, submitLabel, hint, albums, onChoose, onClose }: ChooseAlbumDialogProps) {
  const categories = useCategories();

  const choose = (form: FormData) => {
    const album = albums.find(({ slug }) => slug === form.get("album"));
    if (album) onChoose(album);
  };

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isDisabled={albums.length === 0}
      onSubmit={choose}
      onClose={onClose}
    >
      <Field label="Album" hint={albums.length === 0 ? "There are no albums to choose from." : hint}>
        {(control) => (
          <select {...control} name="album" data-focus-first required>
            {categories.map(({ key, name }) => (
              <optgroup key={key} label={name}>
                <Options
                  entries={albums.filter((album) => album.category === key).map(({ slug, title }) => [slug, title])}
                />
              </optgroup>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
