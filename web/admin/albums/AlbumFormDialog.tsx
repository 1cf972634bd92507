import { type FormEvent, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { SLUG_MAX_CHARS, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { useCategories, useDefaultCategory } from "../data/categories.api.ts";
import styles from "./AlbumFormDialog.module.css";

/** A new album's address is made from its title. */
export type AlbumFields = Pick<AdminAlbum, "title" | "category" | "description"> & { slug?: string };

type AlbumFormDialogProps = {
  heading: string;
  submitLabel: string;
  initial: AlbumFields;
  hint?: string | undefined;
  /** Why the server refused. */
  error?: Error | null;
  fallback?: string;
  isSaving?: boolean;
  onSubmit: (fields: AlbumFields) => void;
  onClose: () => void;
};

export function AlbumFormDialog(props: AlbumFormDialogProps) {
  const {
    heading,
    submitLabel,
    initial,
    hint,
    error,
    fallback = "Failed to save album",
    isSaving,
    onSubmit,
    onClose,
  } = props;
  const [fields, setFields] = useState(initial);
  const defaultCategory = useDefaultCategory();
  // The specification's order: the default first, then as on the site.
  const categories = useCategories().toSorted(
    (a, b) => Number(b.key === defaultCategory) - Number(a.key === defaultCategory),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const slug = fields.slug?.trim().toLowerCase();
    onSubmit({ ...fields, title: fields.title.trim(), ...(slug !== undefined && { slug }) });
  }
  const slugError = error instanceof ApiError ? error.errors.slug?.[0] : undefined;

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
            onChange={(event) => setFields({ ...fields, category: event.target.value })}
          >
            {categories.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
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
        {fields.slug !== undefined && (
          <Field
            label="Address"
            error={slugError}
            hint={fields.slug === initial.slug ? undefined : "The old address leads to the new one for good."}
          >
            {(control) => (
              <span className={styles.address}>
                <span>{`/${fields.category}/`}</span>
                <input
                  {...control}
                  required
                  maxLength={SLUG_MAX_CHARS}
                  autoCapitalize="off"
                  spellCheck={false}
                  value={fields.slug}
                  onChange={(event) => setFields({ ...fields, slug: event.target.value })}
                />
              </span>
            )}
          </Field>
        )}
        {hint && <p>{hint}</p>}
        <p role="alert" className={slugError ? "visually-hidden" : styles.refusal}>
          {error && messageOf(error, fallback)}
        </p>
      </form>
    </Dialog>
  );
}
