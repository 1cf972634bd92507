import { type FormEvent, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { CATEGORY_NAMES, type Category, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./AlbumFormDialog.module.css";

export type AlbumFields = Pick<AdminAlbum, "title" | "category" | "description">;

type AlbumFormDialogProps = {
  heading: string;
  submitLabel: string;
  initial: AlbumFields;
  hint?: string | undefined;
  /** The server's reason, if it refused. */
  refusal?: string | null;
  isSaving?: boolean;
  onSubmit: (fields: AlbumFields) => void;
  onClose: () => void;
};

/** In the specification's order, which differs from the public site's. */
const categories: readonly Category[] = ["portraits", "urban", "travel"];

export function AlbumFormDialog(props: AlbumFormDialogProps) {
  const { heading, submitLabel, initial, hint, refusal, isSaving, onSubmit, onClose } = props;
  const [fields, setFields] = useState(initial);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit({ ...fields, title: fields.title.trim() });
  }

  return (
    <Dialog
      title={heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="album-form" disabled={isSaving || fields.title.trim() === ""}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id="album-form" className={styles.form} onSubmit={submit}>
        <label>
          Title
          <input
            data-focus-first
            required
            maxLength={TITLE_MAX_CHARS}
            value={fields.title}
            onChange={(event) => setFields({ ...fields, title: event.target.value })}
          />
        </label>
        <label>
          Category
          <select
            required
            value={fields.category}
            // The options are the categories.
            onChange={(event) => setFields({ ...fields, category: event.target.value as Category })}
          >
            {categories.map((category) => (
              <option key={category} value={category}>
                {CATEGORY_NAMES[category]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Description (optional)
          <textarea
            rows={4}
            maxLength={TEXT_MAX_CHARS}
            value={fields.description}
            onChange={(event) => setFields({ ...fields, description: event.target.value })}
          />
        </label>
        {hint && <p>{hint}</p>}
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      </form>
    </Dialog>
  );
}
