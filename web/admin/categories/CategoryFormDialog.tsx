import { CATEGORY_DESCRIPTION_MAX_CHARS, CATEGORY_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { fieldErrors } from "../page/FormRefusal.tsx";
import { normalizeSlug, SlugField } from "../page/SlugField.tsx";

/** A new category's URL is made from its name. */
export type CategoryFields = { name: string; key?: string; description?: string };

type CategoryFormDialogProps = {
  heading: string;
  submitLabel: string;
  /** What is edited, as in "category-3". */
  of: string;
  initial: CategoryFields;
  error: Error | null;
  isSaving: boolean;
  onSubmit: (fields: CategoryFields) => Promise<unknown>;
  onClose: () => void;
};

export function CategoryFormDialog(props: CategoryFormDialogProps) {
  const { heading, submitLabel, of, initial, error, isSaving, onSubmit, onClose } = props;
  const draft = useFormDraft({
    of,
    title: heading,
    initial,
    onSubmit: ({ name, key, ...rest }) =>
      onSubmit({ ...rest, name: name.trim(), ...(key !== undefined && { key: normalizeSlug(key) }) }),
  });
  const { name, key, description } = draft.fields;
  const errors = fieldErrors(error);

  return (
    <FormDialog
      title={heading}
      submitLabel={submitLabel}
      isDisabled={isSaving}
      error={error}
      fallback="Failed to save category"
      fields={["name", "key", "description"]}
      draft={draft}
      onSubmit={draft.submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.[0]}>
        {(control) => (
          <input
            {...control}
            data-focus-first
            required
            maxLength={CATEGORY_NAME_MAX_CHARS}
            value={name}
            onChange={({ target }) => draft.change({ name: target.value })}
          />
        )}
      </Field>
      {description !== undefined && (
        <Field label="Text (optional)" error={errors.description?.[0]} hint="Below the name, on the category's page.">
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={CATEGORY_DESCRIPTION_MAX_CHARS}
              value={description}
              onChange={({ target }) => draft.change({ description: target.value })}
            />
          )}
        </Field>
      )}
      {key !== undefined && (
        <SlugField
          prefix="/"
          value={key}
          error={errors.key?.[0]}
          hint={
            key === initial.key
              ? undefined
              : "The old addresses of this category, its albums and their photos lead to the new ones for good."
          }
          onChange={(typed) => draft.change({ key: typed })}
        />
      )}
    </FormDialog>
  );
}
