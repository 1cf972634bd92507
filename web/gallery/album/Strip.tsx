import { type MouseEvent, useCallback, useRef } from "react";
import type { Album } from "../../../contract/albums.ts";
import { CATEGORY_NAMES } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { glideOut } from "../photo/shared-photo.ts";
import { ArrowIcon } from "../picture/icons.tsx";
import { useNavigate } from "../router/use-router.ts";
import styles from "./Strip.module.css";
import { StripFrames } from "./StripFrames.tsx";
import { useNearFrames } from "./use-near-frames.ts";
import { useStripMovement } from "./use-strip-movement.ts";
import { useStripScroll } from "./use-strip-scroll.ts";

type StripProps = {
  album: Album;
  photos: ShownPhoto[];
  /** Whether the viewer is open over it. */
  isCovered: boolean;
  /** The photo last shown in the viewer; null if it has not been open. */
  viewedPhotoId: number | null;
};

/** A longer description may not fit its panel. It then scrolls, and has to be focusable for the keyboard. */
const LONG_DESCRIPTION_CHARS = 400;

export function Strip({ album, photos, isCovered, viewedPhotoId }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const near = useNearFrames(strip, photos);
  const { step, position, progressLine } = useStripMovement(strip, isCovered);
  useStripScroll(strip, isCovered, viewedPhotoId);

  const navigate = useNavigate();
  const openPhoto = useCallback(
    (event: MouseEvent<HTMLAnchorElement>, photo: ShownPhoto) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const path = paths.photo(album, photo.id);
      glideOut(event.currentTarget, () => navigate(path, { state: { isFromStrip: true }, flushSync: true }));
    },
    [album, navigate],
  );

  return (
    <div className={styles.page} data-covered={isCovered || undefined}>
      <div className={styles.strip} ref={strip} data-strip>
        <header className={styles.panel}>
          <SiteLink className={styles.category} to={paths.category(album.category)}>
            {CATEGORY_NAMES[album.category]}
          </SiteLink>
          <h1 className={styles.title}>{album.title}</h1>
          {album.description && (
            <p
              className={styles.description}
              tabIndex={album.description.length > LONG_DESCRIPTION_CHARS ? 0 : undefined}
            >
              {album.description}
            </p>
          )}
          <p className={styles.count}>{countOf(photos.length, "photo")}</p>
        </header>
        <ol className={styles.photos}>
          <StripFrames album={album} photos={photos} near={near} onOpen={openPhoto} />
        </ol>
      </div>
      {photos.length > 0 && (
        <div className={styles.bar}>
          <div className={styles.line} ref={progressLine} />
          <p className={styles.counter}>
            {position + 1} / {photos.length}
          </p>
          <div className={styles.steps}>
            <button type="button" aria-label="Scroll to the previous photo" onClick={() => step(-1)}>
              <ArrowIcon direction="left" />
            </button>
            <button type="button" aria-label="Scroll to the next photo" onClick={() => step(1)}>
              <ArrowIcon direction="right" />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
