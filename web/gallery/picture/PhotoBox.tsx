import type { ReactNode } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import styles from "./PhotoBox.module.css";

type PhotoBoxProps = { photo: ShownPhoto; hasPlaceholder: boolean; children: ReactNode };

/**
 * A box as large as --max-width and --max-height allow and never larger than the photo, whose aspect it has.
 * It has its size before any picture is there, and without style attributes, which the content policy forbids:
 * an SVG knows its aspect from its view box. Where both limits bind, the placeholder still lies exactly under the photo.
 */
export function PhotoBox({ photo, hasPlaceholder, children }: PhotoBoxProps) {
  const { width, height } = photo;
  return (
    <span className={styles.box}>
      <svg className={styles.shape} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {hasPlaceholder && <image href={photo.placeholder} width={width} height={height} preserveAspectRatio="none" />}
      </svg>
      {children}
    </span>
  );
}
