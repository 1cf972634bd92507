import type { Ref } from "react";
import { ArrowIcon, OverviewIcon } from "../../stage/icons.tsx";
import { countOf } from "../page/count-of.ts";
import styles from "./StripBar.module.css";
import type { StripStep } from "./strip-stops.ts";
import type { StripPosition } from "./use-strip-movement.ts";

type StripBarProps = {
  position: StripPosition;
  count: number;
  onStep: (step: StripStep) => void;
  /** Undefined for an album of few photos. */
  onOverview: (() => void) | undefined;
  progressLine: Ref<HTMLDivElement>;
};

/** Comes before the photos in the document, so that its buttons are near for the keyboard, and is shown below them. */
export function StripBar({
  position: { photos, isStart, isEnd },
  count,
  onStep,
  onOverview,
  progressLine,
}: StripBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.line} ref={progressLine} data-progress />
      <p className={styles.counter}>{photos ? `${rangeOf(photos)} / ${count}` : countOf(count, "photo")}</p>
      <div className={styles.steps} hidden={isStart && isEnd}>
        {onOverview && (
          <button type="button" aria-label="Overview" aria-keyshortcuts="O" onClick={onOverview}>
            <OverviewIcon />
          </button>
        )}
        <button
          type="button"
          aria-label="Scroll to the previous photo"
          {...inUse(!isStart)}
          onClick={() => onStep("previous")}
        >
          <ArrowIcon direction="left" />
        </button>
        <button type="button" aria-label="Scroll to the next photo" {...inUse(!isEnd)} onClick={() => onStep("next")}>
          <ArrowIcon direction="right" />
        </button>
      </div>
    </div>
  );
}

const rangeOf = ({ first, last }: { first: number; last: number }) =>
  first === last ? `${first + 1}` : `${first + 1}–${last + 1}`;

/** Not `disabled`: a button that leads to the end must keep the focus there. */
const inUse = (isInUse: boolean) => (isInUse ? {} : { "aria-disabled": true, tabIndex: -1 });
