import { type RefObject, useLayoutEffect, useState } from "react";
import { scrollerOf, useIsLow } from "./visible-rows.ts";

type Range = { from: number; to: number };

/** Extra rows beyond each edge, so that a drag or a turn of the wheel finds tiles already rendered. */
const ROWS_BEYOND = 3;

/**
 * Which children of a CSS grid are in view. Unlike with useVisibleRows, all of them stay in the document, because a
 * dragged tile must not vanish; those out of view are empty.
 */
export function useIndexesInView(grid: RefObject<HTMLElement | null>, count: number, isDragging: boolean): Range {
  const isLow = useIsLow();
  const [range, setRange] = useState<Range>({ from: 0, to: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: in a low window something else scrolls
  useLayoutEffect(() => {
    const scroller = grid.current && scrollerOf(grid.current);
    if (!grid.current || !scroller) return;
    const measure = () => {
      const seen = grid.current && rangeInView(grid.current, scroller, count);
      if (!seen) return;
      setRange((before) => {
        // Tiles involved in a drag stay until it ends.
        const next = isDragging ? { from: Math.min(before.from, seen.from), to: Math.max(before.to, seen.to) } : seen;
        return next.from === before.from && next.to === before.to ? before : next;
      });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(grid.current);
    resized.observe(scroller);
    scroller.addEventListener("scroll", measure, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener("scroll", measure);
    };
  }, [grid, count, isDragging, isLow]);

  return range;
}

function rangeInView(grid: HTMLElement, scroller: HTMLElement, count: number): Range {
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  const columns = gridTemplateColumns.split(" ").length;
  const rowPx = (grid.firstElementChild?.clientHeight ?? 0) + Number.parseFloat(rowGap);
  const scrolledPx = scroller.getBoundingClientRect().top - grid.getBoundingClientRect().top;
  const firstRow = Math.floor(scrolledPx / rowPx) - ROWS_BEYOND;
  const lastRow = Math.ceil((scrolledPx + scroller.clientHeight) / rowPx) + ROWS_BEYOND;
  return { from: Math.max(0, firstRow * columns), to: Math.min(count, lastRow * columns) };
}
