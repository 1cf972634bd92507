import type { PageKind } from "../../../contract/limits.ts";
import { TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";

type AddPageDialogProps = { kind: PageKind; onAdd: (title: string) => Promise<unknown>; onClose: () => void };

/** Asks for the title, which the address is made from. */
export function AddPageDialog({ kind, onAdd, onClose }: AddPageDialogProps) {
  const heading = kind === "page" ? "Add page" : "Add entry";
  const draft = useFormDraft({
    of: `new-${kind}`,
    title: heading,
    initial: { title: "" },
    onSubmit: ({ title }) => onAdd(title),
  });
  return (
    <FormDialog
      title={heading}
      submitLabel={heading}
      draft={draft}
      onSubmit={() => void draft.submit()}
      onClose={onClose}
    >
      <Field label="Title">
        {(control) => (
          <input
            {...control}
            required
            data-focus-first
            maxLength={TITLE_MAX_CHARS}
            value={draft.fields.title}
            onChange={({ target }) => draft.change({ title: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
