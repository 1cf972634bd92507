import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import notice from "../page/notice.module.css";
import panel from "../photo/PhotoDetails.module.css";
import styles from "./PhotoComment.module.css";
import { usePick, useSelection, useStore } from "./use-selection.ts";

const SAVE_DELAY_MS = 800;

/** What the client wants the owner to know about one photo. Saved while typing; without JavaScript by its button. */
export function PhotoComment({ photo, url }: { photo: ShownPhoto; url: string }) {
  const store = useStore();
  const { state } = useSelection();
  const saved = usePick(photo.id)?.comment ?? "";
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<string | null>(null);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const known = store.pickOf(photo.id)?.comment ?? "";
    if (latest.current !== null && latest.current !== known) store.change(photo.id, { comment: latest.current });
  }, [store, photo.id]);
  // Also when the next photo is shown before the delay is over.
  useEffect(() => save, [save]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const isFrozen = state === "sent";
  return (
    <details className={panel.details} name="viewer-panel">
      <summary className={`${panel.summary} ${styles.summary}`} data-control>
        {saved === "" ? "Comment" : "Comment ✓"}
      </summary>
      <form
        className={`${panel.panel} ${styles.form}`}
        method="post"
        action={`${url}/picks/${photo.id}`}
        onSubmit={submit}
      >
        <label htmlFor="comment">Comment on this photo</label>
        <textarea
          id="comment"
          name="comment"
          rows={6}
          maxLength={TEXT_MAX_CHARS}
          readOnly={isFrozen}
          value={draft ?? saved}
          onChange={({ target }) => {
            setDraft(target.value);
            latest.current = target.value;
            clearTimeout(timer.current);
            timer.current = setTimeout(save, SAVE_DELAY_MS);
          }}
          onBlur={save}
          // Letters are text here, not shortcuts of the viewer.
          onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
        />
        <noscript>
          <button className={notice.button} type="submit">
            Save comment
          </button>
        </noscript>
        <p className={styles.state} role="status">
          {isFrozen && "The selection was sent, so comments can no longer be changed."}
          {!isFrozen && draft !== null && (draft === saved ? "Saved" : "Saving…")}
        </p>
      </form>
    </details>
  );
}
