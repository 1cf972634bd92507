import { type KeyboardEvent, useState } from "react";
import type { PhotoChange, PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";
import type { Shared } from "./shared-value.ts";

type TextFieldProps = {
  label: string;
  ids: PhotoId[];
  shared: Shared<string>;
  maxChars: number;
  isRequired?: boolean;
  isMultiline?: boolean;
  changeFor: (text: string) => PhotoChange;
};

/** Saves when it is left, a single line also on Enter; Escape leaves it as it was. */
export function TextField({ label, ids, shared, maxChars, isRequired, isMultiline, changeFor }: TextFieldProps) {
  const { edit, status } = useEditPhotos();
  // Only while it is being typed: what is saved is in the query cache.
  const [draft, setDraft] = useState<string | null>(null);
  const saved = shared === "mixed" ? "" : shared.value;

  const save = () => {
    setDraft(null);
    const text = draft?.trim() ?? saved;
    if (text === saved || (isRequired && text === "")) return;
    void edit(ids, { change: changeFor(text) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" && !isMultiline) event.currentTarget.blur();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setDraft(null);
    // The draft is gone before the field is left, so leaving saves nothing.
    const field = event.currentTarget;
    queueMicrotask(() => field.blur());
  };

  const control = {
    value: draft ?? saved,
    maxLength: maxChars,
    placeholder: shared === "mixed" ? "Mixed" : `Add a ${label.toLowerCase()}`,
    onBlur: save,
    onKeyDown,
  };
  return (
    <PanelField label={label} status={draft === null ? status : "idle"}>
      {(id) =>
        isMultiline ? (
          <textarea
            {...control}
            id={id}
            rows={2}
            className={styles.text}
            onChange={(event) => setDraft(event.target.value)}
          />
        ) : (
          <input
            {...control}
            id={id}
            className={`${styles.text} ${styles.title}`}
            onChange={(event) => setDraft(event.target.value)}
          />
        )
      }
    </PanelField>
  );
}
