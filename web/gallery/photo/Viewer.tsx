import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Album } from "../../../contract/albums.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt, photoName } from "../../../contract/photo-names.ts";
import { useIdle } from "../../hooks/use-idle.ts";
import { ArrowIcon, CloseIcon, FullScreenIcon } from "../picture/icons.tsx";
import { useLocation, useNavigate } from "../router/use-router.ts";
import { PhotoDetails } from "./PhotoDetails.tsx";
import { Slide } from "./Slide.tsx";
import { glideBack } from "./shared-photo.ts";
import { attachStage, type Stage, type StageListener } from "./stage.ts";
import { useFullScreen } from "./use-full-screen.ts";
import styles from "./Viewer.module.css";

const CONTROLS_FADE_MS = 2_500;

type ViewerProps = {
  album: Album;
  photo: ShownPhoto;
  previous: ShownPhoto | null;
  next: ShownPhoto | null;
  position: number;
};

export function Viewer({ album, photo, previous, next, position }: ViewerProps) {
  const viewer = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const stage = useRef<Stage>(null);
  const { id, width, height } = photo;
  /** Moves past the photos known so far: to the right when positive. */
  const awaitedMoves = useRef(0);
  const [isZoomed, setZoomed] = useState(false);
  const isIdle = useIdle(CONTROLS_FADE_MS);
  const fullScreen = useFullScreen();
  const navigate = useNavigate();
  const { state } = useLocation();
  const close = useClose(album, photo);

  const move = useCallback(
    (direction: 1 | -1) => {
      const neighbour = direction === 1 ? next : previous;
      if (!neighbour) {
        const isEnd = position === (direction === 1 ? album.photo_count - 1 : 0);
        if (isEnd) stage.current?.nudge(direction);
        // A photo's own page starts with its neighbours only.
        else awaitedMoves.current += direction;
        return;
      }
      // Replaces the history entry: Back leads to the album, not through every photo viewed.
      navigate(paths.photo(album, neighbour.id), { replace: true, state, flushSync: true });
    },
    [album, next, previous, position, state, navigate],
  );

  useEffect(() => {
    const direction = Math.sign(awaitedMoves.current);
    if (direction === 1 ? !next : !previous) return;
    if (direction === 0) return;
    awaitedMoves.current -= direction;
    move(direction === 1 ? 1 : -1);
  }, [next, previous, move]);

  useEffect(() => {
    // After opening, and after the last photo has removed the link that had the focus.
    if (!viewer.current?.contains(document.activeElement)) viewer.current?.focus({ preventScroll: true });
  });

  const listener = { hasPrevious: previous !== null, hasNext: next !== null, onMove: move, onZoom: setZoomed };
  const stageListener = useRef<StageListener>(listener);
  useLayoutEffect(() => {
    stageListener.current = listener;
  });
  // Once per photo: the rest of the album may arrive in the middle of a swipe.
  useLayoutEffect(() => {
    if (!track.current) return;
    stage.current = attachStage(track.current, { id, width, height }, stageListener);
    return () => stage.current?.detach();
  }, [id, width, height]);

  useEffect(() => {
    const pressKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "ArrowLeft") move(-1);
      else if (event.key === "ArrowRight") move(1);
      else if (event.key === "Escape") close();
      else if (event.key === "i" && details.current) details.current.open = !details.current.open;
      else if (event.key === "f") fullScreen.toggle();
      else if (event.key === "z") stage.current?.toggleZoom();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", pressKey);
    return () => window.removeEventListener("keydown", pressKey);
  }, [move, close, fullScreen.toggle]);

  const alt = (shown: ShownPhoto, index: number) => photoAlt(shown, { album, index });
  const albumPath = `${album.url}#photo-${photo.id}`;
  const follow = (event: MouseEvent, act: () => void) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
  return (
    <section
      className={styles.viewer}
      data-viewer
      data-idle={isIdle || undefined}
      data-zoomed={isZoomed || undefined}
      aria-label="Photo viewer"
      tabIndex={-1}
      ref={viewer}
    >
      <h1 className={styles.spoken}>{photoName(photo, { album, index: position })}</h1>
      <div className={styles.track} ref={track} data-gestures>
        {previous && <Slide key={previous.id} photo={previous} alt={alt(previous, position - 1)} place="previous" />}
        <Slide key={photo.id} photo={photo} alt={alt(photo, position)} place="current" isZoomed={isZoomed} />
        {next && <Slide key={next.id} photo={next} alt={alt(next, position + 1)} place="next" />}
      </div>
      <p className={styles.counter} aria-live="polite">
        {position + 1} / {album.photo_count}
      </p>
      <div className={styles.actions}>
        <PhotoDetails photo={photo} ref={details} />
        {fullScreen.isPossible && (
          <button type="button" aria-label="Full screen" aria-pressed={fullScreen.isOn} onClick={fullScreen.toggle}>
            <FullScreenIcon />
          </button>
        )}
        <a href={albumPath} aria-label="Close" onClick={(event) => follow(event, close)}>
          <CloseIcon />
        </a>
      </div>
      {previous && (
        <a
          className={styles.previous}
          href={paths.photo(album, previous.id)}
          rel="prev"
          aria-label="Previous photo"
          onClick={(event) => follow(event, () => move(-1))}
        >
          <ArrowIcon direction="left" />
        </a>
      )}
      {next && (
        <a
          className={styles.next}
          href={paths.photo(album, next.id)}
          rel="next"
          aria-label="Next photo"
          onClick={(event) => follow(event, () => move(1))}
        >
          <ArrowIcon direction="right" />
        </a>
      )}
    </section>
  );
}

/** Goes back to the strip's history entry, or to the album's page for a visitor who opened the photo directly. */
function useClose(album: Album, photo: ShownPhoto) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromStrip = state.isFromStrip === true;
  const reportClosed = useRef(() => {});
  useLayoutEffect(() => () => reportClosed.current(), []);

  return useCallback(() => {
    const leave = () =>
      new Promise<void>((resolve) => {
        reportClosed.current = resolve;
        if (isFromStrip) history.back();
        else navigate(album.url, { replace: true });
      });
    glideBack(leave, () => document.querySelector<HTMLElement>(`[data-photo="${photo.id}"] a`));
  }, [album, photo, isFromStrip, navigate]);
}
