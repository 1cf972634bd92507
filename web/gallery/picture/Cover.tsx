import { useState } from "react";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import missingPicture from "../../stage/missing-picture.svg?no-inline";
import styles from "./Cover.module.css";
import { Picture } from "./Picture.tsx";

type CoverProps = {
  photo: ShownPhoto | null;
  sizes: (photo: ShownPhoto) => string;
  isLead?: boolean;
  /** Empty where the link around it has words of its own, which a screen reader would otherwise hear twice. */
  alt?: string;
};

/** For a picture of another kind that fills its box, keeping this point in view. */
export const coverClass = (point: FocalPoint | null | undefined) =>
  point ? `${styles.cover} ${positionOf(point)}` : styles.cover;

/** In tenths, by class: the content security policy forbids style attributes. The point itself is in view either way. */
function positionOf({ x, y }: FocalPoint): string {
  return `${styles[`x${Math.round(x * 10)}`]} ${styles[`y${Math.round(y * 10)}`]}`;
}

/** A photo cropped to fill its box. The placeholder where there is none, or it cannot be loaded. */
export function Cover({ photo, sizes, isLead, alt }: CoverProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={coverClass(photo?.focal_point)}>
      {(photo === null || isMissing) && (
        <img className={styles.missing} src={missingPicture} alt="" width={300} height={200} loading="lazy" />
      )}
      {photo !== null && !isMissing && (
        <>
          <img
            className={styles.placeholder}
            src={photo.placeholder}
            alt=""
            width={photo.width}
            height={photo.height}
          />
          <Picture
            photo={photo}
            alt={alt ?? photoAlt(photo)}
            sizes={sizes(photo)}
            isLead={isLead}
            onMissing={() => setMissing(true)}
          />
        </>
      )}
    </span>
  );
}
