import type { MouseEvent, ReactNode } from "react";
import { ArrowIcon, CloseIcon, FullScreenIcon, ZoomIcon } from "../../stage/icons.tsx";
import type { StageControls } from "../../stage/use-stage.ts";
import type { useFullScreen } from "./use-full-screen.ts";
import styles from "./ViewerControls.module.css";

type ViewerActionsProps = {
  stage: StageControls;
  fullScreen: ReturnType<typeof useFullScreen>;
  albumPath: string;
  onClose: () => void;
  children?: ReactNode;
};

export function ViewerActions({ stage, fullScreen, albumPath, onClose, children }: ViewerActionsProps) {
  return (
    <div className={styles.actions} data-control>
      {children}
      {stage.canZoom && (
        <button type="button" aria-label={stage.isZoomed ? "Zoom out" : "Zoom in"} onClick={stage.toggleZoom}>
          <ZoomIcon isIn={!stage.isZoomed} />
        </button>
      )}
      {fullScreen.isPossible && (
        <button type="button" aria-label="Full screen" aria-pressed={fullScreen.isOn} onClick={fullScreen.toggle}>
          <FullScreenIcon />
        </button>
      )}
      <a href={albumPath} aria-label="Close" onClick={(event) => follow(event, onClose)}>
        <CloseIcon />
      </a>
    </div>
  );
}

type MoveLinksProps = { previousPath: string | null; nextPath: string | null; onMove: (direction: 1 | -1) => void };

/** Links, so that they also work without JavaScript. */
export function MoveLinks({ previousPath, nextPath, onMove }: MoveLinksProps) {
  return (
    <>
      {previousPath && (
        <a
          className={styles.previous}
          href={previousPath}
          rel="prev"
          aria-label="Previous photo"
          data-control
          onClick={(event) => follow(event, () => onMove(-1))}
        >
          <ArrowIcon direction="left" />
        </a>
      )}
      {nextPath && (
        <a
          className={styles.next}
          href={nextPath}
          rel="next"
          aria-label="Next photo"
          data-control
          onClick={(event) => follow(event, () => onMove(1))}
        >
          <ArrowIcon direction="right" />
        </a>
      )}
    </>
  );
}

/** The browser opens tabs and windows itself. */
function follow(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}
