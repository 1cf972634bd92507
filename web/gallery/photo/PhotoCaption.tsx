import type { ShownPhoto } from "../../../contract/pages.ts";
import styles from "./PhotoCaption.module.css";

/** Title and caption in the margin under the photo. What does not fit there is in the details. */
export function PhotoCaption({ name, photo }: { name: string; photo: ShownPhoto }) {
  const { width, height, title, caption } = photo;
  return (
    <div className={styles.caption}>
      <div className={styles.ruler}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      </div>
      <div className={styles.text} data-caption>
        <div className={styles.lines}>
          <h1 className={title ? styles.title : styles.untitled}>{name}</h1>
          {caption && <p>{caption}</p>}
        </div>
      </div>
    </div>
  );
}
