import { useState } from "react";
import { saveResultOf } from "../data/save-result.ts";
import { useDraft } from "./use-draft.ts";

type Fields = Record<string, string | boolean | undefined>;

type FormDraftOptions<Form extends Fields> = {
  /** What the form is about, such as "album-12" or "new-album". */
  of: string;
  /** Names it in the list of unsaved texts. */
  title: string;
  initial: Form;
  onSubmit: (fields: Form) => Promise<unknown>;
};

/** A form of several fields, kept like the text of a single one. Never for passwords. */
export function useFormDraft<Form extends Fields>({ of, title, initial, onSubmit }: FormDraftOptions<Form>) {
  // What is edited may change while the form is open, not least by the form itself.
  const [start] = useState(initial);
  const read = (text: string): Form => ({ ...start, ...fieldsIn(text, start) });
  const draft = useDraft({
    of,
    field: "form",
    title,
    saved: JSON.stringify(start),
    save: (text) => saveResultOf(onSubmit(read(text))),
  });
  const fields = read(draft.text);
  const isTyped = draft.text !== draft.saved;
  // From before the form was opened, in this window.
  const [isKept] = useState(isTyped);
  return {
    ...draft,
    fields,
    isTyped,
    isKept: isKept && isTyped,
    change: (change: Partial<Form>) => draft.type(JSON.stringify({ ...fields, ...change })),
    /** Also when nothing was changed: some forms are complete as they open. */
    submit: async () => {
      if (isTyped) await draft.save();
      else await saveResultOf(onSubmit(fields));
    },
  };
}

export type FormDraft = Omit<ReturnType<typeof useFormDraft>, "fields" | "change">;

/** Those that this form has, of the type that it has. */
function fieldsIn<Form extends Fields>(text: string, form: Form): Partial<Form> {
  const kept: unknown = JSON.parse(text);
  const entries = Object.entries(typeof kept === "object" && kept !== null ? kept : {});
  // Checked against the form.
  return Object.fromEntries(
    entries.filter(([field, value]) => field in form && typeof value === typeof form[field]),
  ) as Partial<Form>;
}
