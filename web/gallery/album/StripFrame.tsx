import { type MouseEvent, memo, useCallback, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { PhotoBox } from "../picture/PhotoBox.tsx";
import { Picture } from "../picture/Picture.tsx";
import { stripSizes } from "../picture/picture-sizes.ts";
import styles from "./Strip.module.css";
import { isNearAtFirst } from "./use-near-frames.ts";

type StripFrameProps = {
  photo: ShownPhoto;
  alt: string;
  index: number;
  href: string;
  isNear: boolean;
  onOpen: (event: MouseEvent<HTMLAnchorElement>, photo: ShownPhoto) => void;
};

/** Memoized, since an album may have a thousand frames and scrolling changes only a few. */
export const StripFrame = memo(function StripFrame({ photo, alt, index, href, isNear, onOpen }: StripFrameProps) {
  const [isMissing, setMissing] = useState(false);
  const reportMissing = useCallback(() => setMissing(true), []);
  const sizes = stripSizes(photo);
  return (
    <li className={styles.frame} id={`photo-${photo.id}`} data-photo={photo.id}>
      <a href={href} onClick={(event) => onOpen(event, photo)} aria-label={isNear && !isMissing ? undefined : alt}>
        <PhotoBox photo={photo} hasPlaceholder={isNear}>
          {isMissing && <span className={styles.missing}>Image not available</span>}
          {!isMissing && isNear && (
            <Picture
              photo={photo}
              alt={alt}
              sizes={sizes}
              isLead={index === 0}
              fadesIn={!isNearAtFirst(index)}
              onMissing={reportMissing}
            />
          )}
          {!isMissing && !isNear && (
            <noscript>
              <Picture photo={photo} alt={alt} sizes={sizes} />
            </noscript>
          )}
        </PhotoBox>
      </a>
    </li>
  );
});
