import { useState } from "react";
import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import notice from "../page/notice.module.css";
import panel from "../photo/PhotoDetails.module.css";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { MarkControls } from "./MarkControls.tsx";
import styles from "./PhotoComment.module.css";
import { Pins } from "./Pins.tsx";
import { usePick, useSelection, useStore, useUnsentComment } from "./use-selection.ts";

const COMMENT = "comment";

export function openComment(): void {
  const panel = document.getElementById(COMMENT)?.closest("details");
  if (panel) panel.open = true;
}

/** What the client wants the owner to know about one photo. Saved while typing; without JavaScript by its button. */
export function PhotoComment({ photo, url, hasLabels }: { photo: ShownPhoto; url: string; hasLabels: boolean }) {
  const store = useStore();
  const { state } = useSelection();
  const comment = usePick(photo.id)?.comment ?? "";
  const isUnsent = useUnsentComment(photo.id) !== undefined;
  const isFrozen = state === "sent";
  return (
    <details className={panel.details} name="viewer-panel">
      <summary className={panel.summary} data-control>
        {hasLabels ? "Stars and comment" : "Comment"}
        {comment !== "" && !isUnsent && " ✓"}
      </summary>
      {/* The panel stays open from photo to photo; what is half done in it belongs to one. */}
      <div className={panel.panel} key={photo.id}>
        <BeforeAfter photo={photo} />
        {hasLabels && <MarkControls photo={photo} url={url} />}
        <Pins photo={photo} url={url} />
        <form
          className={styles.form}
          method="post"
          action={`${url}/picks/${photo.id}`}
          onSubmit={(event) => {
            event.preventDefault();
            void store.sync();
          }}
        >
          <label htmlFor={COMMENT}>Comment on this photo</label>
          <textarea
            id={COMMENT}
            name="comment"
            rows={6}
            maxLength={TEXT_MAX_CHARS}
            readOnly={isFrozen}
            value={comment}
            onChange={({ target }) => store.setComment(photo.id, target.value)}
            onBlur={() => void store.sync()}
            // Letters are text here, not shortcuts of the viewer.
            onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
          />
          <noscript>
            <button className={notice.button} type="submit">
              Save comment
            </button>
          </noscript>
          <CommentState photoId={photo.id} isFrozen={isFrozen} />
        </form>
      </div>
    </details>
  );
}

/** Where the text is: on the server, on its way, or only in this browser. */
function CommentState({ photoId, isFrozen }: { photoId: PhotoId; isFrozen: boolean }) {
  const store = useStore();
  const { notice: unsent } = useSelection();
  const mark = useUnsentComment(photoId);
  const [wasUnsent, setWasUnsent] = useState(false);
  if (mark && !wasUnsent) setWasUnsent(true);
  const isRefused = mark?.refusal !== undefined;
  return (
    <>
      <p className={styles.state} role="status">
        {isRefused && `Not saved. ${mark.refusal}.`}
        {mark && !isRefused && (unsent ?? "Saving…")}
        {!mark && isFrozen && "The selection was sent, so comments can no longer be changed."}
        {!mark && !isFrozen && wasUnsent && "Saved"}
      </p>
      {isRefused && (
        <p className={styles.choices}>
          {!isFrozen && (
            <button type="button" onClick={() => store.setComment(photoId, mark.comment)}>
              Try again
            </button>
          )}
          <button type="button" onClick={() => store.discardComment(photoId)}>
            Discard
          </button>
        </p>
      )}
    </>
  );
}
