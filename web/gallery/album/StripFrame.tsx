import { type MouseEvent, memo, useCallback, useContext, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { Picture } from "../picture/Picture.tsx";
import { stripSizes } from "../picture/picture-sizes.ts";
import { FrameBox } from "./FrameBox.tsx";
import { FrameMarkContext } from "./frame-mark.ts";
import styles from "./StripFrame.module.css";
import { unusualShape } from "./unusual-shape.ts";
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
  const Mark = useContext(FrameMarkContext);
  const [isMissing, setMissing] = useState(false);
  const reportMissing = useCallback(() => setMissing(true), []);
  return (
    <li id={`photo-${photo.id}`} data-photo={photo.id} data-shape={unusualShape(photo)}>
      <a href={href} onClick={(event) => onOpen(event, photo)} aria-label={isNear && !isMissing ? undefined : alt}>
        <FrameBox photo={photo} hasPlaceholder={isNear} />
        {isMissing && <span className={styles.missing}>Image not available</span>}
        {!isMissing && isNear && (
          <Picture
            photo={photo}
            alt={alt}
            sizes={stripSizes(photo)}
            isLead={index === 0}
            fadesIn={!isNearAtFirst(index)}
            onMissing={reportMissing}
          />
        )}
        {!isMissing && !isNear && (
          <noscript>
            <img src={picturePath(photo, "medium", "jpg")} alt={alt} loading="lazy" />
          </noscript>
        )}
      </a>
      {Mark && <Mark photo={photo} index={index} />}
    </li>
  );
});
