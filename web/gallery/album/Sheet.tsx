import { useLayoutEffect, useMemo, useRef } from "react";
import type { Album } from "../../../contract/albums.ts";
import type { ShownAlbum, ShownLine, ShownPhoto } from "../../../contract/pages.ts";
import { gridRows } from "../../line/grid-rows.ts";
import { panelsOf } from "../../line/panels.ts";
import { Line } from "./Line.tsx";
import { RowFrames } from "./PanelFrames.tsx";
import styles from "./Sheet.module.css";
import { StripEnd } from "./StripEnd.tsx";
import { STRIP_END } from "./strip-album.ts";
import { TitlePanel } from "./TitlePanel.tsx";
import { useNearFrames } from "./use-near-frames.ts";
import { useOpenFrame } from "./use-open-frame.ts";

type SheetProps = {
  album: Album;
  photos: ShownPhoto[];
  line: ShownLine;
  nextAlbum: ShownAlbum | null;
  /** Whether the viewer is open over it. */
  isCovered: boolean;
  /** The photo last shown in the viewer; null if it has not been open. */
  viewedPhotoId: number | null;
};

/** An album from top to bottom: in one column, or in even rows. */
export function Sheet({ album, photos, line, nextAlbum, isCovered, viewedPhotoId }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const panels = useMemo(() => panelsOf(photos, line), [photos, line]);
  const near = useNearFrames(sheet, photos, { isStrip: false });
  const openPhoto = useOpenFrame(album);

  // Before the browser paints, since the viewer's photo glides to this frame.
  useLayoutEffect(() => {
    if (isCovered || viewedPhotoId === null) return;
    const frame = sheet.current?.querySelector(`[data-photo="${viewedPhotoId}"]`);
    const link = frame?.querySelector("a");
    if (!link) return;
    const { top, bottom } = link.getBoundingClientRect();
    // Don't move a frame that is already in view.
    if (top < 0 || bottom > window.innerHeight) link.scrollIntoView({ block: "center", behavior: "instant" });
    link.focus({ preventScroll: true });
  }, [isCovered, viewedPhotoId]);

  return (
    <div className={styles.sheet} data-layout={album.layout} data-covered={isCovered || undefined} ref={sheet}>
      <TitlePanel album={album} count={photos.length} />
      {photos.length > 0 && (
        <>
          <a className="skip" href={`#${STRIP_END}`}>
            Skip the photos
          </a>
          <Line
            album={album}
            panels={panels}
            layout={album.layout}
            rows={album.layout === "grid" ? ROWS : undefined}
            className={styles.line}
            near={near}
            onOpen={openPhoto}
          />
        </>
      )}
      <StripEnd category={album.category} nextAlbum={nextAlbum} />
    </div>
  );
}

const ROWS = { of: gridRows, Frames: RowFrames };
