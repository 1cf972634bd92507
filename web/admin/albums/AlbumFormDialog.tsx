import type { AdminAlbum } from "../../../contract/albums.ts";
import { type AlbumLayout, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { Options } from "../../ui/Options.tsx";
import { useCategories, useDefaultCategory } from "../data/categories.api.ts";
import { LAYOUT_NAMES } from "../data/layout-names.ts";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { fieldErrors } from "../page/FormRefusal.tsx";
import { normalizeSlug, SlugField } from "../page/SlugField.tsx";

/** A new album's URL is made from its title, and it is a strip. `publish_at`: in the owner's zone; empty for none. */
export type AlbumFields = Pick<AdminAlbum, "title" | "category" | "description"> &
  Partial<Pick<AdminAlbum, "slug" | "layout"> & { publish_at: string }>;

type AlbumFormDialogProps = {
  heading: string;
  submitLabel: string;
  /** What is edited, as in "album-12". */
  of: string;
  initial: AlbumFields;
  hint?: string | undefined;
  /** Why the server refused. */
  error?: Error | null;
  fallback?: string;
  isSaving?: boolean;
  onSubmit: (fields: AlbumFields) => Promise<unknown>;
  onClose: () => void;
};

export function AlbumFormDialog(props: AlbumFormDialogProps) {
  const {
    heading,
    submitLabel,
    of,
    initial,
    hint,
    error,
    fallback = "Failed to save album",
    isSaving,
    onSubmit,
    onClose,
  } = props;
  const defaultCategory = useDefaultCategory();
  // The specification's order: the default first, then as on the site.
  const categories = useCategories().toSorted(
    (a, b) => Number(b.key === defaultCategory) - Number(a.key === defaultCategory),
  );
  // The dialog may have opened before they arrived.
  const known = (category: string) => (categories.some(({ key }) => key === category) ? category : defaultCategory);
  const draft = useFormDraft({
    of,
    title: heading,
    initial,
    onSubmit: ({ title, category, slug, ...rest }) =>
      onSubmit({
        ...rest,
        title: title.trim(),
        category: known(category),
        ...(slug !== undefined && { slug: normalizeSlug(slug) }),
      }),
  });
  const { fields, change } = draft;
  const category = known(fields.category);

  return (
    <FormDialog
      title={heading}
      submitLabel={submitLabel}
      isDisabled={isSaving || categories.length === 0}
      error={error}
      fallback={fallback}
      fields={["slug", "publish_on"]}
      draft={draft}
      onSubmit={draft.submit}
      onClose={onClose}
    >
      <label>
        Title
        <input
          data-focus-first
          required
          maxLength={TITLE_MAX_CHARS}
          value={fields.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </label>
      <label>
        Category
        <select required value={category} onChange={({ target }) => change({ category: target.value })}>
          <Options entries={categories.map(({ key, name }) => [key, name])} />
        </select>
      </label>
      <label>
        Description (optional)
        <textarea
          rows={4}
          maxLength={TEXT_MAX_CHARS}
          value={fields.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </label>
      {fields.layout !== undefined && (
        <label>
          Layout
          <select
            value={fields.layout}
            // One of the values below.
            onChange={({ target }) => change({ layout: target.value as AlbumLayout })}
          >
            <Options entries={Object.entries(LAYOUT_NAMES)} />
          </select>
        </label>
      )}
      {fields.slug !== undefined && (
        <SlugField
          prefix={`/${category}/`}
          value={fields.slug}
          error={fieldErrors(error).slug?.[0]}
          hint={fields.slug === initial.slug ? undefined : "The old address leads to the new one for good."}
          onChange={(slug) => change({ slug })}
        />
      )}
      {fields.publish_at !== undefined && (
        <Field
          label="Publish at (optional)"
          hint="Visitors see the album from then on, and not before. In your time zone."
          error={fieldErrors(error).publish_on?.[0]}
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={fields.publish_at}
              onChange={({ target }) => change({ publish_at: target.value })}
            />
          )}
        </Field>
      )}
      {hint && <p>{hint}</p>}
    </FormDialog>
  );
}
