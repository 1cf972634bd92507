import { type MouseEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt, photoName } from "../../../contract/photo-names.ts";
import { useIdle } from "../../hooks/use-idle.ts";
import { PanButtons, Stage } from "../../stage/Stage.tsx";
import { useStage } from "../../stage/use-stage.ts";
import { useLocation, useNavigate } from "../router/use-router.ts";
import { PhotoCaption } from "./PhotoCaption.tsx";
import { PhotoDetails } from "./PhotoDetails.tsx";
import { PhotoSlide } from "./PhotoSlide.tsx";
import { useClose } from "./use-close.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { useShortcutsSwitch } from "./use-shortcuts-switch.ts";
import { useViewerKeys } from "./use-viewer-keys.ts";
import styles from "./Viewer.module.css";
import { MoveLinks, ViewerActions } from "./ViewerControls.tsx";

const CONTROLS_FADE_MS = 2_500;

/** What a viewing room adds: a control beside the others, keys and their names, a panel like the details, and a status. */
type ViewerExtras = {
  actions: ReactNode;
  keys?: Record<string, () => void> | undefined;
  keyNames?: string;
  panel?: ReactNode;
  status?: ReactNode;
};

/** What could not be loaded. The photo stays in view. */
export type ViewerFailure = { message: string; onRetry: () => void };

type ViewerProps = {
  album: PhotoSet;
  photo: ShownPhoto;
  previous: ShownPhoto | null;
  next: ShownPhoto | null;
  position: number;
  extras?: ViewerExtras | undefined;
  failure?: ViewerFailure | undefined;
};

export function Viewer({ album, photo, previous, next, position, extras, failure }: ViewerProps) {
  const viewer = useRef<HTMLElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const isIdle = useIdle(CONTROLS_FADE_MS);
  const fullScreen = useFullScreen();
  const shortcuts = useShortcutsSwitch();
  const close = useClose(album, photo);
  const { spoken, say } = useAnnouncement();

  const move = useMove({ album, previous, next, position, say, onEnd: (direction) => stage.nudge(direction) });
  const stage = useStage(photo, {
    hasPrevious: previous !== null,
    hasNext: next !== null,
    onMove: move,
    onClose: close,
  });

  useEffect(() => {
    // After opening, and after the last photo has removed the link that had the focus.
    if (!viewer.current?.contains(document.activeElement)) viewer.current?.focus({ preventScroll: true });
  });

  const failed = failure?.message;
  useEffect(() => {
    if (!failed) return;
    say(failed);
    return () => say("");
  }, [failed, say]);

  const toggleDetails = () => {
    if (details.current) details.current.open = !details.current.open;
  };
  useViewerKeys({
    ArrowLeft: () => (stage.isZoomed ? stage.pan(-1, 0) : move(-1)),
    ArrowRight: () => (stage.isZoomed ? stage.pan(1, 0) : move(1)),
    ArrowUp: stage.isZoomed ? () => stage.pan(0, -1) : undefined,
    ArrowDown: stage.isZoomed ? () => stage.pan(0, 1) : undefined,
    Escape: () => !closePanel(viewer.current) && close(),
    ...(shortcuts.isOn && { i: toggleDetails, f: fullScreen.toggle, z: stage.toggleZoom, ...extras?.keys }),
  });

  const alt = (shown: ShownPhoto, index: number) => photoAlt(shown, { album, index });
  return (
    <section
      className={styles.viewer}
      data-viewer
      data-idle={isIdle || undefined}
      data-zoomed={stage.isZoomed || undefined}
      data-extras={extras && ""}
      aria-label="Photo viewer"
      tabIndex={-1}
      ref={viewer}
      {...useFadedPress()}
    >
      <Stage stage={stage}>
        {previous && (
          <PhotoSlide key={previous.id} photo={previous} alt={alt(previous, position - 1)} place="previous" />
        )}
        <PhotoSlide key={photo.id} photo={photo} alt={alt(photo, position)} place="current" isZoomed={stage.isZoomed} />
        {next && <PhotoSlide key={next.id} photo={next} alt={alt(next, position + 1)} place="next" />}
      </Stage>
      <p className={styles.counter}>
        {position + 1} / {album.photo_count}
      </p>
      <ViewerActions stage={stage} fullScreen={fullScreen} albumPath={`${album.url}#photo-${photo.id}`} onClose={close}>
        {extras?.actions}
      </ViewerActions>
      {stage.isZoomed ? (
        <PanButtons onPan={stage.pan} />
      ) : (
        <MoveLinks
          previousPath={previous && paths.photo(album, previous.id)}
          nextPath={next && paths.photo(album, next.id)}
          onMove={move}
        />
      )}
      <PhotoCaption name={photoName(photo, { album, index: position })} photo={photo} />
      <div className={styles.panels}>
        {extras?.panel}
        <PhotoDetails photo={photo} shortcuts={shortcuts} moreKeys={extras?.keyNames} ref={details} />
      </div>
      {extras?.status}
      {failure && (
        <p className={styles.failure}>
          {failure.message}{" "}
          <button type="button" onClick={failure.onRetry}>
            Retry
          </button>
        </p>
      )}
      <p className="spoken" role="status">
        {spoken}
      </p>
    </section>
  );
}

type MoveOptions = Pick<ViewerProps, "album" | "previous" | "next" | "position"> & {
  say: (text: string) => void;
  /** At the first and the last photo. */
  onEnd: (direction: 1 | -1) => void;
};

function useMove({ album, previous, next, position, say, onEnd }: MoveOptions) {
  const navigate = useNavigate();
  const { state } = useLocation();
  /** Moves past the photos known so far: to the right when positive. */
  const awaitedMoves = useRef(0);

  const move = (direction: 1 | -1) => {
    const neighbour = direction === 1 ? next : previous;
    const index = position + direction;
    if (neighbour) {
      say(describeMove(neighbour, album, index));
      // Replaces the history entry: Back leads to the album, not through every photo viewed.
      navigate(paths.photo(album, neighbour.id), { replace: true, state, flushSync: true });
    } else if (index < 0 || index >= album.photo_count) {
      say(direction === 1 ? "This is the last photo" : "This is the first photo");
      onEnd(direction);
    } else {
      // A photo's own page starts with its neighbours only.
      awaitedMoves.current += direction;
    }
  };

  useEffect(() => {
    const direction = awaitedMoves.current > 0 ? 1 : -1;
    if (awaitedMoves.current === 0 || !(direction === 1 ? next : previous)) return;
    awaitedMoves.current -= direction;
    move(direction);
  });
  return move;
}

/** Whether a panel was open. */
function closePanel(viewer: HTMLElement | null): boolean {
  const panel = viewer?.querySelector<HTMLDetailsElement>("details[open]");
  if (!panel) return false;
  // Otherwise the next key would still go to a field in it.
  if (panel.contains(document.activeElement)) panel.querySelector("summary")?.focus();
  panel.open = false;
  return true;
}

/** What a screen reader says after moving on. */
function describeMove(photo: ShownPhoto, album: PhotoSet, index: number): string {
  const place = photo.title
    ? `${photo.title}, ${index + 1} of ${album.photo_count}`
    : photoName(photo, { album, index });
  const last = index === album.photo_count - 1 ? ", last photo" : "";
  return `${place}${last}${photo.alt && `. ${photo.alt}`}`;
}

/** A tap that brings the faded controls back must not also press the one under the finger. */
function useFadedPress() {
  const wasFaded = useRef(false);
  return {
    onPointerDownCapture({ currentTarget, target }: PointerEvent<HTMLElement>) {
      const control = currentTarget.querySelector("[data-control]");
      // Faded controls take no press: a button that does is in view.
      const isOnButton = target instanceof Element && target.closest("button") !== null;
      wasFaded.current = !isOnButton && control !== null && getComputedStyle(control).pointerEvents === "none";
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      // Without a count of clicks it comes from the keyboard.
      if (!wasFaded.current || event.detail === 0) return;
      wasFaded.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function useAnnouncement() {
  const [spoken, setSpoken] = useState("");
  // A text that does not change is not read again.
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);
  return { spoken, say };
}
