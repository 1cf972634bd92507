import { type MouseEvent, memo, useCallback, useContext, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { Picture } from "../picture/Picture.tsx";
import { useSite } from "../router/use-router.ts";
import styles from "./Frame.module.css";
import { FrameBox } from "./FrameBox.tsx";
import { FrameMarkContext } from "./frame-mark.ts";
import { unusualShape } from "./unusual-shape.ts";
import { isNearAtFirst } from "./use-near-frames.ts";

export type OpenPhoto = (event: MouseEvent<HTMLAnchorElement>, photo: ShownPhoto) => void;

type FrameProps = {
  /** An item of the line, or a part of one. */
  element: "li" | "div";
  photo: ShownPhoto;
  alt: string;
  index: number;
  href: string;
  isNear: boolean;
  sizes: string;
  /** In pixels, instead of the photo's own height. */
  maxHeight?: number | undefined;
  /** How much narrower it is at that height than the widest photo of its panel. */
  lackingWidth?: number | undefined;
  /** As the grid of a viewing room needs it. */
  aspect?: string;
  onOpen: OpenPhoto;
};

/** A photo of an album. Memoized, since an album may have a thousand frames and scrolling changes only a few. */
export const Frame = memo(function Frame(props: FrameProps) {
  const { element: Element, photo, alt, index, href, isNear, sizes, maxHeight, lackingWidth, aspect, onOpen } = props;
  const Mark = useContext(FrameMarkContext);
  const [isMissing, setMissing] = useState(false);
  const reportMissing = useCallback(() => setMissing(true), []);
  return (
    <Element id={`photo-${photo.id}`} data-photo={photo.id} data-shape={unusualShape(photo)} data-aspect={aspect}>
      <a href={href} onClick={(event) => onOpen(event, photo)} aria-label={isNear && !isMissing ? undefined : alt}>
        <FrameBox photo={photo} hasPlaceholder={isNear} maxHeight={maxHeight} />
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
            <img src={picturePath(photo, "medium", "jpg")} alt={alt} loading="lazy" />
          </noscript>
        )}
      </a>
      {Mark ? <Mark photo={photo} index={index} /> : <Caption photo={photo} />}
      {lackingWidth ? <svg width={lackingWidth} height={maxHeight} aria-hidden="true" /> : null}
    </Element>
  );
});

/** Below the photograph where the owner wants it there. The viewer shows the whole of it. */
function Caption({ photo: { title, caption } }: { photo: ShownPhoto }) {
  const { look } = useSite();
  if (look.captions !== "below") return null;
  return (
    <p className={styles.caption}>
      <span>
        {title && <b>{title}</b>}
        {title && caption && " · "}
        {caption}
      </span>
    </p>
  );
}
