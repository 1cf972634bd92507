import type { ReactNode } from "react";
import type { Photo } from "../../contract/photos.ts";
import styles from "./PhotoBox.module.css";

/** What is known of a photo before any of its pictures has loaded. */
export type BoxedPhoto = Pick<Photo, "width" | "height" | "placeholder">;

type PhotoBoxProps = { photo: BoxedPhoto; hasPlaceholder: boolean; children: ReactNode };

/**
 * A box with the photo's aspect ratio, as large as --max-width and --max-height allow, but never larger than the photo.
 * An SVG gives it its size before any picture has loaded, and without style attributes, which the content security policy
 * forbids. The placeholder is always exactly under the photo.
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
