import { useCallback, useMemo, useRef, useState } from "react";
import type { PhotoSet, ShownAlbum, ShownLine, ShownPhoto } from "../../../contract/pages.ts";
import { panelsOf, type ShownPanel } from "../../line/panels.ts";
import { Line } from "./Line.tsx";
import type { Overview } from "./Overview.tsx";
import styles from "./Strip.module.css";
import { StripBar } from "./StripBar.tsx";
import type { StripEnd } from "./StripEnd.tsx";
import lineStyles from "./StripLine.module.css";
import { STRIP_END, type StripAlbum } from "./strip-album.ts";
import type { Stop } from "./strip-stops.ts";
import { TitlePanel } from "./TitlePanel.tsx";
import { unusualShape } from "./unusual-shape.ts";
import { useNearFrames } from "./use-near-frames.ts";
import { useOpenFrame } from "./use-open-frame.ts";
import type { useOverview } from "./use-overview.ts";
import { useStripMovement } from "./use-strip-movement.ts";
import { useStripScroll } from "./use-strip-scroll.ts";

type StripProps = {
  album: StripAlbum;
  photos: ShownPhoto[];
  line: ShownLine;
  nextAlbum: ShownAlbum | null;
  /** Whether the viewer is open over it. */
  isCovered: boolean;
  /** The photo last shown in the viewer; null if it has not been open. */
  viewedPhotoId: number | null;
  /** Not in a viewing room: it has a grid instead, and ends with its last photo. */
  parts?: { Overview: typeof Overview; useOverview: typeof useOverview; StripEnd: typeof StripEnd };
};

export function Strip({ album, photos, line, nextAlbum, isCovered, viewedPhotoId, parts }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const panels = useMemo(() => panelsOf(photos, line), [photos, line]);
  const near = useNearFrames(strip, photos, { isStrip: true });
  const [announcement, setAnnouncement] = useState("");
  const announce = useCallback(
    (stop: Stop) => setAnnouncement(describeStop(stop, { album, photos, panels, nextAlbum })),
    [album, photos, panels, nextAlbum],
  );
  const { step, showPhoto, position, progressLine } = useStripMovement(strip, isCovered, announce);
  useStripScroll(strip, isCovered, viewedPhotoId);

  const openPhoto = useOpenFrame(album);
  // The same in every rendering of one strip.
  const useItsOverview = parts?.useOverview ?? useNoOverview;
  const overview = useItsOverview(photos.length, isCovered);

  return (
    <div className={styles.page} data-covered={isCovered || undefined}>
      <div
        className={styles.strip}
        ref={strip}
        data-strip
        data-opening={openingOf(album, panels[0])}
        data-empty={photos.length === 0 || undefined}
      >
        <TitlePanel album={album} count={photos.length} />
        {photos.length > 0 && (
          <>
            <StripBar
              position={position}
              count={photos.length}
              onStep={step}
              onOverview={overview.open}
              progressLine={progressLine}
            />
            {album.category && (
              <a className="skip" href={`#${STRIP_END}`}>
                Skip the photos
              </a>
            )}
            <Line
              album={album}
              panels={panels}
              layout="strip"
              className={lineStyles.line}
              near={near}
              onOpen={openPhoto}
            />
          </>
        )}
        {album.category && parts && <parts.StripEnd category={album.category} nextAlbum={nextAlbum} />}
      </div>
      {overview.isOpen && parts && (
        <parts.Overview
          album={album}
          photos={photos}
          current={position.photos?.first ?? 0}
          onChoose={showPhoto}
          onClose={overview.close}
        />
      )}
      <p className="spoken" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

const useNoOverview: typeof useOverview = () => ({ isOpen: false, open: undefined, close: () => {} });

/** How much text a first panel of unusual shape shares its column with: in lines of text on a phone, with its title. */
function openingOf(
  { title, description }: PhotoSet,
  panel: ShownPanel | undefined,
): "short" | "medium" | "long" | undefined {
  if (!panel || isLandscape(panel)) return undefined;
  const lines = 2 * Math.ceil(title.length / 18) + Math.ceil(description.length / 44);
  if (lines <= 3) return "short";
  return lines <= 6 ? "medium" : "long";
}

/** One photo, as low as an ordinary landscape, or lower. */
function isLandscape(panel: ShownPanel): boolean {
  const [photo, ...others] = panel.kind === "photos" ? panel.photos : [];
  if (!photo || others.length > 0) return false;
  const shape = unusualShape(photo);
  return shape === undefined || shape === "wide";
}

type Described = Pick<StripProps, "album" | "photos" | "nextAlbum"> & { panels: ShownPanel[] };

function describeStop(stop: Stop, { album, photos, panels, nextAlbum }: Described): string {
  if (stop.photos) {
    const { first, last } = stop.photos;
    const numbers = first === last ? `Photo ${first + 1}` : `Photos ${first + 1} to ${last + 1}`;
    const texts = photos.slice(first, last + 1).flatMap(({ title, alt }) => [title, alt]);
    return [`${numbers} of ${photos.length}`, ...texts.filter(Boolean)].join(", ");
  }
  if (stop.left === 0) return album.title;
  const panel = stop.panel === null ? undefined : panels[stop.panel];
  if (panel?.kind === "text") return [panel.heading, panel.body].filter(Boolean).join(". ");
  if (panel) return "Pause";
  return nextAlbum ? `End of the album. Next album: ${nextAlbum.title}` : "End of the album";
}
