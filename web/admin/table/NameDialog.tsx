import { useState } from "react";
import { TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";

type NameDialogProps = {
  title: string;
  /** What is named, for what is typed and not saved. */
  of: string;
  name: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Names a version. */
export function NameDialog({ title, of, name, submitLabel, onSubmit, onClose }: NameDialogProps) {
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useFormDraft({
    of,
    title,
    initial: { name },
    onSubmit: async (fields) => {
      setSaving(true);
      try {
        await onSubmit(fields.name);
        onClose();
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error("The server gave no reason"));
        throw failure;
      } finally {
        setSaving(false);
      }
    },
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isDisabled={isSaving}
      error={error}
      draft={form}
      onSubmit={() => void form.submit()}
      onClose={onClose}
    >
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            data-focus-first
            required
            maxLength={TITLE_MAX_CHARS}
            value={form.fields.name}
            onChange={({ target }) => form.change({ name: target.value })}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
    </FormDialog>
  );
}
