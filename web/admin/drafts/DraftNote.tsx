import type { FocusEvent, MouseEvent, ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { formatMoment } from "../../ui/format-date.ts";
import { drafts } from "../data/drafts.ts";
import styles from "./DraftNote.module.css";
import type { DraftField } from "./use-draft.ts";
import { wordsIn } from "./words-in.ts";

type DraftNoteProps = {
  draft: DraftField;
  /** As in "Your unsaved caption from 14:05". */
  noun: string;
  /** The control that takes the focus when a button here goes away. */
  controlId: string;
};

/** Under a field: what can be done with a text that is not saved, and with one from an earlier visit. */
export function DraftNote(props: DraftNoteProps) {
  const { draft, controlId } = props;
  const { state, reason, saved } = draft;
  const isUnsaved = state === "unsaved" || (state === "saving" && reason !== undefined);
  return (
    <>
      {draft.isChangedElsewhere && (
        <p className={styles.words}>Changed elsewhere since: “{wordsIn(saved) || "empty"}”. Saving replaces that.</p>
      )}
      {isUnsaved && (
        <Note draft={draft} label="Not saved" controlId={controlId} words={!reason && "Not saved yet."}>
          <Button aria-disabled={state === "saving"} onClick={() => void draft.save()}>
            {state === "saving" ? "Saving..." : reason === undefined ? "Save" : "Retry"}
          </Button>
          <Button onClick={draft.discard}>Discard</Button>
        </Note>
      )}
      <OfferNote {...props} />
    </>
  );
}

/** A text from before this page was loaded. */
export function OfferNote({ draft, noun, controlId }: DraftNoteProps) {
  const { offer } = draft;
  if (!offer) return null;
  const words = (
    <>
      Your unsaved {noun} from {formatMoment(offer.at)}: <q>{wordsIn(offer.text)}</q>
    </>
  );
  return (
    <Note draft={draft} label="From an earlier visit" controlId={controlId} words={words}>
      <Button
        onClick={() => {
          drafts.restore(offer.id);
          document.getElementById(controlId)?.focus();
        }}
      >
        Restore
      </Button>
      <Button onClick={() => drafts.drop(offer.id)}>Discard</Button>
    </Note>
  );
}

type NoteProps = Pick<DraftNoteProps, "draft" | "controlId"> & { label: string; words: ReactNode; children: ReactNode };

function Note({ draft, label, controlId, words, children }: NoteProps) {
  const { place } = draft;
  return (
    <fieldset
      aria-label={label}
      className={styles.note}
      data-draft={place}
      data-return-focus={`[id="${controlId}"]`}
      // A press must not take the focus from the field: that would save the text that Discard is for.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onBlur={({ relatedTarget }: FocusEvent) => {
        const isStaying = relatedTarget?.id === controlId || relatedTarget?.closest(`[data-draft="${place}"]`);
        // Leaving this is leaving the field.
        if (!isStaying) void draft.save();
      }}
    >
      {words && <p className={styles.words}>{words}</p>}
      <span className={styles.buttons}>{children}</span>
    </fieldset>
  );
}
