import type { ReactNode } from "react";
import type { Photo } from "../../../contract/photos.ts";
import styles from "./PhotoBox.module.css";

/**
 * A box in the photo's own aspect, as large as --max-width and --max-height allow and never larger than the photo.
 * It has its size before any picture is there, and without style attributes, which the content policy forbids:
 * an SVG knows its aspect from its view box.
 */
export function PhotoBox({ photo, children }: { photo: Photo; children: ReactNode }) {
  return (
    <span className={styles.box}>
      <svg
        className={styles.shape}
        width={photo.width}
        height={photo.height}
        viewBox={`0 0 ${photo.width} ${photo.height}`}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}
