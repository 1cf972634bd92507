import { type PointerEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import styles from "./Marquee.module.css";
import type { Selection } from "./selection.ts";

type MarqueeProps = {
  container: RefObject<HTMLElement | null>;
  ids: PhotoId[];
  columns: number;
  rowPx: number;
  gapPx: number;
  selection: Selection;
  children: ReactNode;
};

type Point = { x: number; y: number };

/** Dragging the mouse over the background selects what the frame touches; Ctrl or Shift adds to the selection. */
export function Marquee({ container, ids, columns, rowPx, gapPx, selection, children }: MarqueeProps) {
  const [frame, setFrame] = useState<{ from: Point; to: Point } | null>(null);
  const start = useRef<{ point: Point; keep: PhotoId[] } | null>(null);

  const pointIn = (event: PointerEvent): Point => {
    const box = container.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const isBackground = event.target === event.currentTarget || event.target === container.current;
    if (event.pointerType !== "mouse" || event.button !== 0 || !isBackground) return;
    const isAdding = event.ctrlKey || event.metaKey || event.shiftKey;
    start.current = { point: pointIn(event), keep: isAdding ? selection.selectedIds : [] };
    event.currentTarget.setPointerCapture(event.pointerId);
    if (!isAdding) selection.clear();
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!start.current) return;
    const from = start.current.point;
    const to = pointIn(event);
    setFrame({ from, to });
    selection.select([...start.current.keep, ...touched({ from, to }, { ids, columns, rowPx, gapPx })]);
  };

  const onPointerUp = () => {
    start.current = null;
    setFrame(null);
  };

  return (
    <div
      className={styles.area}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      {children}
      {frame && <div className={styles.frame} style={boxOf(frame.from, frame.to)} />}
    </div>
  );
}

const boxOf = (from: Point, to: Point) => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

type Grid = { ids: PhotoId[]; columns: number; rowPx: number; gapPx: number };

/** Computed from the grid's dimensions: tiles out of view are not in the document. */
function touched({ from, to }: { from: Point; to: Point }, { ids, columns, rowPx, gapPx }: Grid): PhotoId[] {
  const box = boxOf(from, to);
  const first = (px: number) => Math.max(0, Math.ceil((px - (rowPx - gapPx)) / rowPx));
  const last = (px: number) => Math.floor(px / rowPx);
  const found: PhotoId[] = [];
  for (let row = first(box.top); row <= last(box.top + box.height); row += 1) {
    for (let column = first(box.left); column <= Math.min(columns - 1, last(box.left + box.width)); column += 1) {
      const id = ids[row * columns + column];
      if (id !== undefined) found.push(id);
    }
  }
  return found;
}
