import { createContext, type FocusEvent, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Draft } from "../data/draft-store.ts";
import { drafts, useAccountId } from "../data/drafts.ts";
import type { SaveResult } from "../data/save-result.ts";

type DraftOptions = {
  /** What is edited, such as "photo-12", and its field. */
  of: string;
  field: string;
  /** Names it in the list of unsaved texts: "Caption of Ash". */
  title: string;
  /** What the server has, as far as this page knows. */
  saved: string;
  /** Never rejects. Goes on when the field has left the screen. Undefined where there is nothing to save. */
  save: (text: string) => Promise<SaveResult> | undefined;
  /** The text leaves the field when it is sent, and returns if it was refused. */
  isEmptiedAtOnce?: boolean;
};

/** False around fields that are folded away: their unsaved texts are listed under the screen. */
export const InSightContext = createContext(true);

/** A field whose text is the person's own until the server has it: see the decision record 047. */
export function useDraft({ of, field, title, saved, save, isEmptiedAtOnce }: DraftOptions) {
  const place = `${useAccountId()}/${of}/${field}`;
  const live = useSyncExternalStore(drafts.subscribe, () => drafts.live(place));
  const offer = useSyncExternalStore(drafts.subscribe, () => drafts.offer(place));
  const [isSaved, setSaved] = useState(false);
  // Since it has the focus.
  const [isTypedIn, setTypedIn] = useState(false);
  const isInSight = useContext(InSightContext);
  useEffect(() => (isInSight ? drafts.show(place) : undefined), [place, isInSight]);

  const isNeedless = (draft: Draft | undefined) => draft?.text.trim() === saved.trim();
  // The server had it after all, or another window has saved the same.
  const needless = [offer, live?.state === "unsaved" ? live : undefined].find(isNeedless)?.id;
  useEffect(() => {
    if (needless !== undefined) drafts.drop(needless);
  }, [needless]);

  const saveDraft = async () => {
    const draft = drafts.live(place);
    if (!draft || draft.state === "saving") return;
    if (isNeedless(draft)) return drafts.drop(draft.id);
    const saving = save(draft.text.trim());
    if (!saving) return drafts.drop(draft.id);
    if (isEmptiedAtOnce) drafts.send(draft.id);
    else drafts.startSaving(draft.id);
    const outcome = await saving;
    drafts.settle(draft.id, draft.text, outcome);
    setSaved(outcome.isSaved);
  };
  const discard = () => {
    const draft = drafts.live(place);
    if (draft) drafts.drop(draft.id);
    setSaved(false);
  };

  return {
    place,
    text: live?.text ?? saved,
    saved,
    state: live?.state ?? (isSaved ? ("saved" as const) : ("idle" as const)),
    /** Why the text in the field is not saved. */
    reason: live?.reason,
    /** Another window has saved something else since the typing began. */
    isChangedElsewhere: live?.inFlight === 0 && live.base.trim() !== saved.trim(),
    offer: offer?.id === needless ? undefined : offer,
    /** With nothing typed to undo, Ctrl+Z undoes the last change. */
    untouched: { "data-untouched": (!isTypedIn && live === undefined) || undefined },
    type: (text: string) => {
      setTypedIn(true);
      drafts.type(place, { text, base: saved, title, path: location.pathname + location.search });
    },
    save: saveDraft,
    discard,
    /** For `onBlur` of its control: leaving it saves, except for the buttons about this very text. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      setTypedIn(false);
      if (!relatedTarget?.closest(`[data-draft="${place}"]`)) void saveDraft();
    },
  };
}

export type DraftField = ReturnType<typeof useDraft>;

/** What a field says beside its label. */
export const statusOf = ({ state }: DraftField) => STATUS[state];

const STATUS = {
  idle: "idle",
  typing: "idle",
  saving: "pending",
  saved: "success",
  unsaved: "unsaved",
} as const;
