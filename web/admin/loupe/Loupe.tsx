import { useQueries } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { PanButtons, Stage } from "../../stage/Stage.tsx";
import { useStage } from "../../stage/use-stage.ts";
import { announce } from "../../ui/Announcer.tsx";
import { useOverlay } from "../../ui/focus.ts";
import { Loading } from "../../ui/Loading.tsx";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import styles from "./Loupe.module.css";
import { LoupeHeader, LoupeToolbar } from "./LoupeControls.tsx";
import { LoupeSlide } from "./LoupeSlide.tsx";
import type { LoupeAction } from "./loupe-action.ts";
import { useDroppedFile } from "./use-dropped-file.ts";

type LoupeProps = {
  ids: readonly PhotoId[];
  current: PhotoId;
  actions: LoupeAction[];
  /** Fields beside the photo; none in the trash. */
  details?: (photo: AdminPhoto) => ReactNode;
  /** Takes a file dropped on the photo; none in the trash. */
  onDropFile?: (file: File) => void;
  /** Under the title, while something is going on. */
  progress?: ReactNode;
  onMove: (id: PhotoId) => void;
  onClose: () => void;
  /** Where the photo is in the grid, to return the focus there. */
  findTile: () => HTMLElement | null;
};

const LOUPE = "[data-loupe]";
const FIELDS = "input, textarea, select";
/** Loaded on either side, so that moving on finds the next photo already there. */
const AHEAD = 2;

/** One photo of a grid, as large as the window. It covers the page; messages and questions lie above it. */
export function Loupe(props: LoupeProps) {
  const { ids, current, actions, details, onDropFile, progress, onMove, onClose, findTile } = props;
  const root = useRef<HTMLElement>(null);
  const isWide = useMedia("(min-width: 1101px)");
  const [isDetailsOpen, setDetailsOpen] = useState(isWide);
  const at = ids.indexOf(current);
  const { photo, previous, next } = usePhotosAround(ids, at);
  const { isOver, dropProps } = useDroppedFile(onDropFile);
  useOverlay(root, { isOpen: true, isModal: true, onClose, returnTo: findTile });

  const goTo = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    announce(`${nameOf([photo, previous, next], id)}${index + 1} of ${ids.length.toLocaleString("en")}`);
    onMove(id);
  };
  const move = (direction: 1 | -1) => {
    if (ids[at + direction] !== undefined) return goTo(at + direction);
    stage.nudge(direction);
    announce(direction === 1 ? "This is the last photo" : "This is the first photo");
  };
  const stage = useStage(photo ?? { id: current, width: 1, height: 1 }, {
    hasPrevious: previous !== undefined,
    hasNext: next !== undefined,
    onMove: move,
    onClose,
  });

  const toggleDetails = details && (() => setDetailsOpen(!isDetailsOpen));
  const writeCaption = () => {
    // The field must be there before it can take the focus.
    flushSync(() => setDetailsOpen(true));
    root.current?.querySelector<HTMLElement>("[name=caption]")?.focus();
  };
  useShortcuts(
    {
      ...Object.fromEntries(actions.map(({ key, onSelect }) => [key, onSelect])),
      ...(details && { c: writeCaption }),
      ...(toggleDetails && { i: toggleDetails }),
      z: stage.toggleZoom,
      e: onClose,
    },
    { within: LOUPE },
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target?.matches(FIELDS)) {
      // The first Escape leaves the field, the second the loupe.
      if (event.key !== "Escape") return;
      root.current?.focus();
    } else {
      const act = stage.isZoomed ? panKeys[event.key] : moveKeys[event.key];
      // On a button, these press it.
      const isPress = event.key === "Enter" || event.key === " ";
      if (!act || (isPress && target?.closest("button, a"))) return;
      act();
    }
    event.preventDefault();
  };
  const leave = { Enter: onClose, " ": onClose };
  const moveKeys: Record<string, () => void> = {
    ...leave,
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Home: () => goTo(0),
    End: () => goTo(ids.length - 1),
  };
  const panKeys: Record<string, () => void> = {
    ...leave,
    ArrowLeft: () => stage.pan(-1, 0),
    ArrowRight: () => stage.pan(1, 0),
    ArrowUp: () => stage.pan(0, -1),
    ArrowDown: () => stage.pan(0, 1),
  };

  return (
    <section
      ref={root}
      role="dialog"
      aria-modal
      aria-label={photo ? `Loupe: ${photoName(photo)}` : "Loupe"}
      tabIndex={-1}
      className={styles.loupe}
      data-loupe
      data-focus-first
      data-return-focus={LOUPE}
      data-zoomed={stage.isZoomed || undefined}
      data-details={(details && isDetailsOpen) || undefined}
      onKeyDown={onKeyDown}
      {...dropProps}
    >
      <Stage stage={stage}>
        {previous && <LoupeSlide key={previous.id} photo={previous} place="previous" />}
        {photo && <LoupeSlide key={photo.id} photo={photo} place="current" isZoomed={stage.isZoomed} />}
        {next && <LoupeSlide key={next.id} photo={next} place="next" />}
      </Stage>
      {!photo && <Loading />}
      {stage.isZoomed && <PanButtons onPan={stage.pan} />}
      <LoupeHeader
        name={photo ? photoName(photo) : ""}
        counter={`${(at + 1).toLocaleString("en")} / ${ids.length.toLocaleString("en")}`}
        stage={stage}
        isDetailsOpen={isDetailsOpen}
        onToggleDetails={toggleDetails}
        onClose={onClose}
      />
      {progress && <div className={styles.progress}>{progress}</div>}
      {isOver && photo && <p className={styles.drop}>Drop to replace the file of {photoName(photo)}</p>}
      <LoupeToolbar actions={actions} isFirst={at === 0} isLast={at === ids.length - 1} onMove={move} />
      {details && isDetailsOpen && photo && (
        <aside className={styles.details} aria-label="Description">
          {details(photo)}
        </aside>
      )}
    </section>
  );
}

function usePhotosAround(ids: readonly PhotoId[], at: number) {
  const from = Math.max(0, at - AHEAD);
  const around = ids.slice(from, at + AHEAD + 1);
  const photos = useQueries({
    queries: around.map(photoQuery),
    combine: (results) => results.map(({ data }) => data),
  });
  return { photo: photos[at - from], previous: photos[at - from - 1], next: photos[at - from + 1] };
}

function nameOf(photos: (AdminPhoto | undefined)[], id: PhotoId): string {
  const photo = photos.find((each) => each?.id === id);
  return photo ? `${photoName(photo)}, ` : "";
}
