import { useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { announce } from "../../ui/Announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatMoment } from "../../ui/format-date.ts";
import { WarningIcon } from "../../ui/icons.tsx";
import type { Draft } from "../data/draft-store.ts";
import { drafts, useAccountId } from "../data/drafts.ts";
import { countUnsaved, kindOf } from "../drafts/count-unsaved.ts";
import { wordsIn } from "../drafts/words-in.ts";
import styles from "./UnsavedTexts.module.css";

/** Under every screen while there are texts that the server does not have, and no field on this screen shows them. */
export function UnsavedTexts() {
  const account = useAccountId();
  useSyncExternalStore(drafts.subscribe, drafts.version);
  const [isOpen, setOpen] = useState(false);
  const texts = drafts.outOfSight(account);
  if (texts.length === 0) return null;
  return (
    <section className={styles.line} aria-label="Unsaved texts">
      <WarningIcon />
      <span>
        {countUnsaved(texts)} {texts.length === 1 ? "is" : "are"} not saved
      </span>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {texts.every((draft) => kindOf(draft) === "text") ? "Show texts" : "Show"}
      </Button>
      {isOpen && (
        <Dialog
          title={texts.every((draft) => kindOf(draft) === "text") ? "Texts that are not saved" : "Not saved"}
          onClose={() => setOpen(false)}
          actions={
            <Button data-focus-first onClick={() => setOpen(false)}>
              Close
            </Button>
          }
        >
          <ul className={styles.texts}>
            {texts.map((draft) => (
              <UnsavedText key={draft.id} draft={draft} onLeave={() => setOpen(false)} />
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  );
}

function UnsavedText({ draft, onLeave }: { draft: Draft; onLeave: () => void }) {
  const { pathname } = useLocation();
  const { title, text, at, reason, path } = draft;
  const words = wordsIn(text);
  const copy = async () => {
    await navigator.clipboard.writeText(words);
    announce("Copied");
  };
  return (
    <li>
      <p>
        <strong>{title}</strong>, {formatMoment(at)}
      </p>
      {words && <blockquote>{words}</blockquote>}
      {reason && <p className={styles.reason}>{reason}</p>}
      <p className={styles.actions}>
        {/* A screen reads which photo to show only when it opens. */}
        <Link to={path} reloadDocument={path.startsWith(pathname)} onClick={onLeave}>
          {kindOf(draft) === "line" ? "Open its table" : "Open where it was typed"}
        </Link>
        {/* Browsers offer the clipboard only over HTTPS and on this computer. */}
        {words && "clipboard" in navigator && <Button onClick={() => void copy()}>Copy</Button>}
        <Button onClick={() => drafts.drop(draft.id)} aria-label={`Discard: ${title}`}>
          Discard
        </Button>
      </p>
    </li>
  );
}
