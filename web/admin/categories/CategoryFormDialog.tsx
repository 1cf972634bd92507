import { type FormEvent, useId, useState } from "react";
import { CATEGORY_NAME_MAX_CHARS, SLUG_MAX_CHARS } from "../../../contract/limits.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import styles from "./Categories.module.css";

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
  const [fields, setFields] = useState(initial);
  const formId = useId();
  const errors = error instanceof ApiError ? error.errors : {};
  const isAtField = errors.name !== undefined || errors.key !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const key = fields.key?.trim().toLowerCase();
    onSubmit({ name: fields.name.trim(), ...(key !== undefined && { key }) });
  }

  return (
    <Dialog
      title={heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isSaving || fields.name.trim() === ""}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <Field label="Name" error={errors.name?.[0]}>
          {(control) => (
            <input
              {...control}
              data-focus-first
              required
              maxLength={CATEGORY_NAME_MAX_CHARS}
              value={fields.name}
              onChange={(event) => setFields({ ...fields, name: event.target.value })}
            />
          )}
        </Field>
        {fields.key !== undefined && (
          <Field
            label="Address"
            error={errors.key?.[0]}
            hint={
              fields.key === initial.key
                ? undefined
                : "The old addresses of this category, its albums and their photos lead to the new ones for good."
            }
          >
            {(control) => (
              <span className={styles.address}>
                <span>/</span>
                <input
                  {...control}
                  required
                  maxLength={SLUG_MAX_CHARS}
                  autoCapitalize="off"
                  spellCheck={false}
                  value={fields.key}
                  onChange={(event) => setFields({ ...fields, key: event.target.value })}
                />
              </span>
            )}
          </Field>
        )}
        <p role="alert" className={isAtField ? "visually-hidden" : styles.refusal}>
          {error && messageOf(error, "Failed to save category")}
        </p>
      </form>
    </Dialog>
  );
}
