import type { ShownPhoto } from "../../../contract/pages.ts";
import styles from "./PhotoCaption.module.css";

/** Title and caption in the margin under the photo. What does not fit there is in the details. */
export function PhotoCaption({ name, photo }: { name: string; photo: ShownPhoto }) {
  return (
    <div className={styles.caption} data-caption>
      <div className={styles.lines}>
        <h1 className={photo.title ? styles.title : styles.untitled}>{name}</h1>
        {photo.caption && <p className={styles.text}>{photo.caption}</p>}
      </div>
    </div>
  );
}
