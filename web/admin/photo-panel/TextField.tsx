import type { KeyboardEvent } from "react";
import { type AdminPhoto, changeOf, type PhotoField, type PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { capitalize, wordFor } from "../data/photo-edits.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { type DraftField, statusOf, useDraft } from "../drafts/use-draft.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";
import { describeDraft } from "./photo-draft.ts";
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

/** Saves on blur, a single line also on Enter. A text that is not saved stays in it, with the reason. */
export function TextField(props: TextFieldProps) {
  const { field, ids, photos, maxChars, isMultiline, placeholder, hint, onNext, isDue } = props;
  const { edit } = useEditPhotos({ isQuiet: true });
  const shared = sharedValue(photos, (photo) => photo[field]);
  const noun = wordFor(field);
  const draft = useDraft({
    ...describeDraft(ids, photos, noun),
    field,
    saved: shared === "mixed" ? "" : shared.value,
    save: (text) => edit(ids, { change: changeOf(field, text) }),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // In an input method, both keys are about the word being composed.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (!isMultiline || onNext) && !event.shiftKey) {
      event.preventDefault();
      void draft.save();
      onNext?.();
    }
    // Spec section 5: Escape cancels the title. Every other text it keeps, and the panel returns to the photos.
    if (event.key !== "Escape" || isMultiline || !isInField(draft)) return;
    event.stopPropagation();
    event.preventDefault();
    draft.discard();
  };

  const control = {
    name: field,
    value: draft.text,
    maxLength: maxChars,
    placeholder: shared === "mixed" ? "Mixed" : placeholder,
    onBlur: draft.onBlur,
    onKeyDown,
    ...draft.untouched,
  };
  return (
    <PanelField
      label={capitalize(noun)}
      status={statusOf(draft)}
      hint={hint}
      error={draft.reason}
      note={(controlId) => <DraftNote draft={draft} noun={noun} controlId={controlId} />}
    >
      {(labelled) =>
        isMultiline ? (
          <textarea
            {...control}
            {...labelled}
            rows={2}
            // biome-ignore lint/a11y/noAutofocus: the owner pressed Enter to go on in this field
            autoFocus={isDue}
            className={styles.text}
            onChange={(event) => draft.type(event.target.value)}
          />
        ) : (
          <input
            {...control}
            {...labelled}
            className={`${styles.text} ${styles.title}`}
            onChange={(event) => draft.type(event.target.value)}
          />
        )
      }
    </PanelField>
  );
}

const isInField = ({ state }: DraftField) => state === "typing" || state === "unsaved";
