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
  /** Ctrl or ⌘ and Enter saves and goes on to the next photo. */
  onNext?: (() => void) | undefined;
  /** Enter alone does so, too; Shift and Enter starts a new line. */
  isNextOnEnter?: boolean;
  /** Takes the focus when it appears. */
  isDue?: boolean;
};

/** Saves on blur, a single line also on Enter. A text that is not saved stays in it, with the reason. */
export function TextField(props: TextFieldProps) {
  const { field, ids, photos, maxChars, isMultiline, placeholder, hint, onNext, isNextOnEnter, isDue } = props;
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
    const isCommand = event.ctrlKey || event.metaKey;
    const isNext = onNext !== undefined && (isCommand || isNextOnEnter);
    if (event.key === "Enter" && (!isMultiline || isNext) && !event.shiftKey) {
      event.preventDefault();
      void draft.save();
      if (isNext) onNext();
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
    "aria-keyshortcuts": onNext && "Control+Enter",
    // The owner went on from this text of the photo before.
    autoFocus: isDue,
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
