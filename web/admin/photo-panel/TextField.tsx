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
};

/** Saves on blur, a single line also on Enter; Escape discards the draft. */
export function TextField(props: TextFieldProps) {
  const { field, ids, photos, maxChars, isMultiline, placeholder, hint } = props;
  const { edit, status } = useEditPhotos();
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
    if (event.key === "Enter" && !isMultiline) event.currentTarget.blur();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setDraft(null);
    // Blur after the draft is gone, so that it saves nothing.
    const input = event.currentTarget;
    queueMicrotask(() => input.blur());
  };

  const control = {
    value: draft ?? saved,
    maxLength: maxChars,
    placeholder: shared === "mixed" ? "Mixed" : placeholder,
    onBlur: save,
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
