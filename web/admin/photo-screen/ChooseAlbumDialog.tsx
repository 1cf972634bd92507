import { type FormEvent, useId } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useCategories } from "../data/categories.api.ts";

type ChooseAlbumDialogProps = {
  title: string;
  submitLabel: string;
  hint?: string;
  albums: AdminAlbum[];
  onChoose: (album: AdminAlbum) => void;
  onClose: () => void;
};

export function ChooseAlbumDialog({ title, submitLabel, hint, albums, onChoose, onClose }: ChooseAlbumDialogProps) {
  const formId = useId();
  const categories = useCategories();

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const slug = new FormData(event.currentTarget).get("album");
    const album = albums.find((candidate) => candidate.slug === slug);
    if (album) onChoose(album);
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={albums.length === 0}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit}>
        <Field label="Album" hint={albums.length === 0 ? "There are no albums to choose from." : hint}>
          {(control) => (
            <select {...control} name="album" data-focus-first required>
              {categories.map(({ key, name }) => (
                <optgroup key={key} label={name}>
                  {albums
                    .filter((album) => album.category === key)
                    .map(({ slug, title }) => (
                      <option key={slug} value={slug}>
                        {title}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
