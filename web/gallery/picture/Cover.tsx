import { useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import styles from "./Cover.module.css";
import missingPicture from "./missing-picture.svg?no-inline";
import { Picture } from "./Picture.tsx";

type CoverProps = { photo: ShownPhoto | null; sizes: (photo: ShownPhoto) => string; isLead?: boolean };

/** A photo cropped to fill its box. */
export function Cover({ photo, sizes, isLead }: CoverProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={styles.cover}>
      {photo === null || isMissing ? (
        <img className={styles.missing} src={missingPicture} alt="" width={300} height={200} loading="lazy" />
      ) : (
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
            alt={photoAlt(photo)}
            sizes={sizes(photo)}
            isLead={isLead}
            onMissing={() => setMissing(true)}
          />
        </>
      )}
    </span>
  );
}
