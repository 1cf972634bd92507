import type { ReactNode } from "react";
import { ArrowIcon } from "./icons.tsx";
import styles from "./Stage.module.css";
import type { StageControls } from "./use-stage.ts";

/** The surface that takes the gestures; its slides lie side by side. */
export function Stage({ stage, children }: { stage: StageControls; children: ReactNode }) {
  return (
    <div className={styles.stage}>
      <div className={styles.track} ref={stage.track} data-gestures>
        {children}
      </div>
    </div>
  );
}

const PANS = [
  { direction: "left", x: -1, y: 0 },
  { direction: "up", x: 0, y: -1 },
  { direction: "down", x: 0, y: 1 },
  { direction: "right", x: 1, y: 0 },
] as const;

/** For everyone who cannot drag. Stage.module.css shows those that are needed. */
export function PanButtons({ onPan }: { onPan: (x: number, y: number) => void }) {
  return PANS.map(({ direction, x, y }) => (
    <button
      key={direction}
      className={styles.pan}
      type="button"
      aria-label={`Pan ${direction}`}
      data-control
      data-direction={direction}
      onClick={() => onPan(x, y)}
    >
      <ArrowIcon direction={direction} />
    </button>
  ));
}
