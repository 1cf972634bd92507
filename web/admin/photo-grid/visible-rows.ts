import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { useMedia } from "../../hooks/use-media.ts";
import { restoreScroll } from "../page/scroll-memory.ts";
import { columnsIn, GAP_PX, useWidth } from "./tile-size.ts";

type Grid = { count: number; tilePx: number };

/** Extra rows beyond each edge, so that a turn of the wheel finds photos already rendered. */
const ROWS_BEYOND = 2;

/** Which rows of a grid are in view. Rerenders only when that changes. */
export function useVisibleRows(container: RefObject<HTMLElement | null>, { count, tilePx }: Grid) {
  const widthPx = useWidth(container);
  const isLow = useIsLow();
  const [view, setView] = useState({ firstRow: 0, lastRow: 0, rowsPerPage: 1 });

  const columns = columnsIn(widthPx, tilePx);
  const tileSizePx = Math.max(0, Math.floor((widthPx - GAP_PX * (columns - 1)) / columns));
  const rowPx = tileSizePx + GAP_PX;
  const rows = Math.ceil(count / columns);

  const isSized = tileSizePx > 0;
  useLayoutEffect(() => {
    const scroller = container.current && scrollerOf(container.current);
    // Only now has the grid its full height.
    if (isSized && scroller) restoreScroll(scroller);
  }, [container, isSized]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in a low window something else scrolls
  useLayoutEffect(() => {
    const element = container.current;
    const scroller = element && scrollerOf(element);
    if (!element || !scroller || !isSized) return;
    const measure = () => {
      const scrolledPx = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const rowsInView = Math.ceil(scroller.clientHeight / rowPx);
      const firstRow = Math.max(0, Math.floor(scrolledPx / rowPx) - ROWS_BEYOND);
      const lastRow = Math.min(rows - 1, Math.floor(scrolledPx / rowPx) + rowsInView + ROWS_BEYOND);
      setView((before) =>
        before.firstRow === firstRow && before.lastRow === lastRow && before.rowsPerPage === rowsInView
          ? before
          : { firstRow, lastRow, rowsPerPage: rowsInView },
      );
    };
    measure();
    scroller.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      scroller.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [container, rows, rowPx, isSized, isLow]);

  const revealRow = useCallback(
    (row: number) => {
      const element = container.current;
      const scroller = element && scrollerOf(element);
      if (!element || !scroller) return;
      const topPx = row * rowPx + (element.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
      // What the bar of actions covers does not count as in view.
      const coveredPx = Number.parseFloat(getComputedStyle(scroller).scrollPaddingBottom) || 0;
      const belowPx = topPx + rowPx - (scroller.clientHeight - coveredPx);
      if (topPx < 0) scroller.scrollBy({ top: topPx - GAP_PX });
      else if (belowPx > 0) scroller.scrollBy({ top: belowPx });
    },
    [container, rowPx],
  );

  return { columns, rowPx, tileSizePx, revealRow, ...view };
}

/** The content of the screen, or in a low window the whole screen. */
export function scrollerOf(element: HTMLElement): HTMLElement | null {
  const content = element.closest<HTMLElement>("[data-scroller]");
  const scrolls = content && getComputedStyle(content).overflowY !== "visible";
  return scrolls ? content : element.closest<HTMLElement>("[data-screen]");
}

/** As in AdminLayout.module.css: a phone that is turned changes it. */
export const useIsLow = () => useMedia("(max-height: 480px)");
