import { type ReactNode, useEffect, useRef } from "react";
import { useToolbarKeys } from "../../hooks/use-toolbar-keys.ts";
import { announce } from "../../ui/Announcer.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import styles from "./SelectionBar.module.css";

type SelectionToolbarProps = {
  count: number;
  /** A selector for what gets the focus when the bar goes away. */
  returnFocus: string;
  /** Whether the keys of the grid work here, too. */
  hasPhotoKeys?: boolean;
  onClear: () => void;
  children: ReactNode;
};

/** The frame of a bar with actions on the selected photos: how many there are, and the way to select none. */
export function SelectionToolbar({ count, returnFocus, hasPhotoKeys, onClear, children }: SelectionToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const toolbarKeys = useToolbarKeys(bar);
  useAnnouncedCount(count);
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label="Selected photos"
      tabIndex={-1}
      data-photo-keys={hasPhotoKeys || undefined}
      data-return-focus={returnFocus}
      {...toolbarKeys}
    >
      <IconButton label="Select none" icon={<CloseIcon />} onClick={onClear} />
      <strong>
        {count.toLocaleString("en")}
        <span className={styles.word}> selected</span>
      </strong>
      {children}
    </div>
  );
}

const COUNT_PAUSE_MS = 300;

/** After a pause, for a frame that is dragged over many photos. A tile says itself that it alone is selected. */
function useAnnouncedCount(count: number): void {
  const announced = useRef(1);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (count !== announced.current) announce(`${countPhotos(count)} selected`);
      announced.current = count;
    }, COUNT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count]);
}
