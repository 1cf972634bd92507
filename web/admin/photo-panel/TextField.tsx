import { type KeyboardEvent, useState } from "react";
import { type AdminPhoto, changeOf, type PhotoField, type PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import { capitalize, wordFor } from "../data/photo-edits.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";
import { sharedValue } from "./shared-value.ts";

/** Fields of free text, unlike those with a fixed set of values. */
type TextFieldName = { [Field in PhotoField]: string extends AdminPhoto[Field] ? Field : never }[PhotoField];

type TextFieldProps = {
  field: TextFieldName;
  ids: PhotoId[];
  photos: AdminPhoto[];
  maxChars: number;
  isMultiline?: boolean;
  placeholder: string;
  hint?: string;
  /** Enter saves and goes to the next photo; Shift and Enter starts a new line. */
  onNext?: () => void;
  /** Takes the focus when it appears. */
  isDue?: boolean;
};

/** Saves on blur, a single line also on Enter; Escape discards the draft. The focus stays in the field. */
export function TextField(props: TextFieldProps) {
  const { field, ids, photos, maxChars, isMultiline, placeholder, hint, onNext, isDue } = props;
  const { edit, status, forgetStatus } = useEditPhotos({ isQuiet: true });
  // Only while typing: the saved text is in the query cache.
  const [draft, setDraft] = useState<string | null>(null);
  const shared = sharedValue(photos, (photo) => photo[field]);
  const saved = shared === "mixed" ? "" : shared.value;

  const save = () => {
    setDraft(null);
    const text = draft?.trim() ?? saved;
    if (text === saved) return;
    void edit(ids, { change: changeOf(field, text) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" && (!isMultiline || onNext) && !event.shiftKey) {
      event.preventDefault();
      save();
      onNext?.();
    }
    // A second Escape, with nothing to discard, belongs to the panel.
    if (event.key !== "Escape" || draft === null) return;
    event.stopPropagation();
    event.preventDefault();
    setDraft(null);
    // Else it would say Saved, for the change before.
    forgetStatus();
  };

  const control = {
    name: field,
    value: draft ?? saved,
    maxLength: maxChars,
    placeholder: shared === "mixed" ? "Mixed" : placeholder,
    onBlur: save,
    "data-saved": draft === null ? true : undefined,
    onKeyDown,
  };
  return (
    <PanelField label={capitalize(wordFor(field))} status={draft === null ? status : "idle"} hint={hint}>
      {(labelled) =>
        isMultiline ? (
          <textarea
            {...control}
            {...labelled}
            rows={2}
            // biome-ignore lint/a11y/noAutofocus: the owner pressed Enter to go on in this field
            autoFocus={isDue}
            className={styles.text}
            onChange={(event) => setDraft(event.target.value)}
          />
        ) : (
          <input
            {...control}
            {...labelled}
            className={`${styles.text} ${styles.title}`}
            onChange={(event) => setDraft(event.target.value)}
          />
        )
      }
    </PanelField>
  );
}
