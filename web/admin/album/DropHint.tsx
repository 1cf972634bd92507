import { UploadIcon } from "../../ui/icons.tsx";
import styles from "./DropHint.module.css";
import type { DropPlace } from "./drop-place.ts";

/** While files are dragged over the page: around it, and between the photos where they would go. */
export function DropHint({ title, place: { line } }: { title: string; place: DropPlace }) {
  return (
    <div className={styles.hint} data-at={line ? "place" : "end"}>
      <p>
        <UploadIcon />
        {line ? `Drop to upload here, into ${title}` : `Drop to upload to ${title}`}
      </p>
      {line && <div className={styles.line} style={line} />}
    </div>
  );
}
