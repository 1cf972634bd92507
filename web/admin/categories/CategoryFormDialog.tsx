import { useState } from "react";
import { CATEGORY_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { AddressField, normalizeAddress } from "../page/AddressField.tsx";
import { FormDialog } from "../page/FormDialog.tsx";
import { fieldErrors } from "../page/FormRefusal.tsx";

/** A new category's address is made from its name. */
export type CategoryFields = { name: string; key?: string };

type CategoryFormDialogProps = {
  heading: string;
  submitLabel: string;
  initial: CategoryFields;
  error: Error | null;
  isSaving: boolean;
  onSubmit: (fields: CategoryFields) => void;
  onClose: () => void;
};

export function CategoryFormDialog(props: CategoryFormDialogProps) {
  const { heading, submitLabel, initial, error, isSaving, onSubmit, onClose } = props;
  const [{ name, key }, setFields] = useState(initial);
  const errors = fieldErrors(error);

  return (
    <FormDialog
      title={heading}
      submitLabel={submitLabel}
      isDisabled={isSaving || name.trim() === ""}
      error={error}
      fallback="Failed to save category"
      fields={["name", "key"]}
      onSubmit={() => onSubmit({ name: name.trim(), ...(key !== undefined && { key: normalizeAddress(key) }) })}
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
            onChange={({ target }) => setFields((fields) => ({ ...fields, name: target.value }))}
          />
        )}
      </Field>
      {key !== undefined && (
        <AddressField
          prefix="/"
          value={key}
          error={errors.key?.[0]}
          hint={
            key === initial.key
              ? undefined
              : "The old addresses of this category, its albums and their photos lead to the new ones for good."
          }
          onChange={(typed) => setFields((fields) => ({ ...fields, key: typed }))}
        />
      )}
    </FormDialog>
  );
}
