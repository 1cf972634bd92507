import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createListeners } from "../../hooks/listeners.ts";

export const TILE_PX = { min: 110, max: 300, usual: 180 };
/** Where an album begins, as spec section 9 says. */
export const ALBUM_TILE_PX = 300;
export const GAP_PX = 10;
const COLUMNS_MIN = 2;

const STORAGE_KEY = "admin_tile_px";
const { notify, subscribe } = createListeners();

/** A preference of this browser, for every grid. Null until the owner chooses. */
function readTilePx(): number | null {
  const stored = Number(localStorage.getItem(STORAGE_KEY));
  return stored >= TILE_PX.min && stored <= TILE_PX.max ? stored : null;
}

export const useChosenTilePx = (): number | null => useSyncExternalStore(subscribe, readTilePx);

export function rememberTilePx(size: number): void {
  localStorage.setItem(STORAGE_KEY, String(size));
  notify();
}

/** The number of columns in which tiles are closest to this size while they fill the width; at least two, on phones too. */
export const columnsIn = (widthPx: number, tilePx: number) =>
  Math.max(COLUMNS_MIN, Math.round((widthPx + GAP_PX) / (tilePx + GAP_PX)));

/** 0 until it is measured, which is before the first paint. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    setWidth(current.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
