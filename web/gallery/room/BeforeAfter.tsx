import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { useLook } from "./look.ts";
import styles from "./PhotoComment.module.css";

/** Slides what the photo was before over what it is now. */
export function BeforeAfter({ photo }: { photo: ShownPhoto }) {
  const { before, setBefore } = useLook();
  if (photo.change === "lost") return <p className={styles.state}>This photo is new since the last round.</p>;
  // Of an unchanged photo among changed ones, the page's data have null.
  if (photo.change !== "shown") return null;
  return (
    <div className={styles.before}>
      <label htmlFor="before">Show what it was before</label>
      <input
        id="before"
        type="range"
        min={0}
        max={100}
        value={before}
        aria-valuetext={`${before} %`}
        aria-keyshortcuts="B"
        onChange={({ target }) => setBefore(Number(target.value))}
        // The arrows move it, not the viewer.
        onKeyDown={(event) => event.key.startsWith("Arrow") && event.stopPropagation()}
      />
      <noscript>
        <a href={picturePath(photo, "large", "jpg").replace("/large-", "/before-large-")}>Before</a>
      </noscript>
    </div>
  );
}
