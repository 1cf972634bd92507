import { memo, Suspense, useLayoutEffect, useMemo, useRef } from "react";
import type { PhotoSet, RoomShow, ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import frame from "../album/Frame.module.css";
import { Frame, type OpenPhoto } from "../album/Frame.tsx";
import { TitlePanel } from "../album/TitlePanel.tsx";
import { useNearFrames } from "../album/use-near-frames.ts";
import { useOpenFrame } from "../album/use-open-frame.ts";
import { roomGridSizes } from "../picture/picture-sizes.ts";
import styles from "./RoomGrid.module.css";

type RoomGridProps = {
  album: PhotoSet;
  photos: ShownPhoto[];
  show: RoomShow;
  isCovered: boolean;
  viewedPhotoId: number | null;
};

const RUN_LENGTH = 50;

/** For the style sheet, which makes a number of them. A wider panorama fills a row in any case. */
const aspectDigits = ({ width, height }: ShownPhoto) => Math.min(width / height, 3.99).toFixed(2);

/** Whole photos in rows that fill the width. Which of them are shown, the style sheet decides by their marks. */
export function RoomGrid({ album, photos, show, isCovered, viewedPhotoId }: RoomGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const near = useNearFrames(grid, photos, { isStrip: false });
  const openPhoto = useOpenFrame(album);
  const runs = useMemo(
    () =>
      Array.from({ length: Math.ceil(photos.length / RUN_LENGTH) }, (_, run) =>
        photos.slice(run * RUN_LENGTH, (run + 1) * RUN_LENGTH),
      ),
    [photos],
  );

  // Before the browser paints, since the viewer's photo glides to this frame.
  useLayoutEffect(() => {
    if (isCovered || viewedPhotoId === null) return;
    const link = grid.current?.querySelector<HTMLElement>(`[data-photo="${viewedPhotoId}"] a`);
    if (!link) return;
    const { top, bottom } = link.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) link.scrollIntoView({ block: "center", behavior: "instant" });
    link.focus({ preventScroll: true });
  }, [isCovered, viewedPhotoId]);

  return (
    <div className={styles.sheet} data-covered={isCovered || undefined} ref={grid}>
      <TitlePanel album={album} count={photos.length} />
      <ol className={`${frame.frames} ${styles.grid}`} data-show={show}>
        {runs.map((run, index) => (
          <Run key={run[0]?.id} photos={run} start={index * RUN_LENGTH} album={album} near={near} onOpen={openPhoto} />
        ))}
      </ol>
      <p className={styles.none}>{show === "chosen" ? "Nothing here yet." : "Nothing is left."}</p>
    </div>
  );
}

type RunProps = {
  photos: ShownPhoto[];
  start: number;
  album: PhotoSet;
  near: ReadonlySet<number>;
  onOpen: OpenPhoto;
};

/** Hydrated one by one, and rendered again only where pictures come or go. */
const Run = memo(
  function Run({ photos, start, album, near, onOpen }: RunProps) {
    return (
      <Suspense>
        {photos.map((photo, index) => (
          <Frame
            key={photo.id}
            element="li"
            photo={photo}
            alt={photoAlt(photo, { album, index: start + index })}
            index={start + index}
            href={paths.photo(album, photo.id)}
            isNear={near.has(photo.id)}
            sizes={near.has(photo.id) ? roomGridSizes(photo) : ""}
            aspect={aspectDigits(photo)}
            onOpen={onOpen}
          />
        ))}
      </Suspense>
    );
  },
  (before, after) =>
    before.photos === after.photos &&
    before.album === after.album &&
    before.onOpen === after.onOpen &&
    after.photos.every(({ id }) => before.near.has(id) === after.near.has(id)),
);
