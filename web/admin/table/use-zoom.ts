import { type RefObject, useEffect, useRef, useState } from "react";

export type Zoom = {
  px: number;
  min: number;
  max: number;
  /** Until shortly after the last change. */
  isChanging: boolean;
  set: (px: number) => void;
};

type ZoomOptions = { name: string; min: number; max: number; usual: number };

const SETTLES_MS = 250;
const STEP = 1.15;

/** How high prints or the line are. A preference of this browser. Ctrl with the wheel zooms, as do two fingers on a screen or trackpad. */
export function useZoom(element: RefObject<HTMLElement | null>, { name, min, max, usual }: ZoomOptions): Zoom {
  const key = `admin_table_${name}_px`;
  const clamp = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)));
  const [px, setPx] = useState(() => {
    const stored = Number(localStorage.getItem(key));
    return stored >= min && stored <= max ? stored : clamp(usual);
  });
  const [isChanging, setChanging] = useState(false);
  const timer = useRef(0);
  const set = (wanted: number) => {
    const next = clamp(wanted);
    setPx(next);
    setChanging(true);
    localStorage.setItem(key, String(next));
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setChanging(false), SETTLES_MS);
  };
  const latest = useRef({ px, set });
  useEffect(() => {
    latest.current = { px, set };
  });
  useEffect(() => {
    const watched = element.current;
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current.set(latest.current.px * Math.exp(-event.deltaY / 400));
    };
    watched?.addEventListener("wheel", zoom, { passive: false });
    const stopPinching = watched && onPinch(watched, latest);
    return () => {
      watched?.removeEventListener("wheel", zoom);
      stopPinching?.();
    };
  }, [element]);
  return { px, min, max, isChanging, set };
}

/** Two fingers on it, as far apart as they are. */
function onPinch(element: HTMLElement, zoom: RefObject<Pick<Zoom, "px" | "set">>): () => void {
  let began: { apart: number; px: number } | undefined;
  const start = ({ touches }: TouchEvent) => {
    // A finger that carries a print does not zoom.
    const isPinch = touches.length === 2 && element.dataset.dragging === undefined;
    began = isPinch ? { apart: distanceOf(touches), px: zoom.current.px } : undefined;
  };
  const move = (event: TouchEvent) => {
    if (!began || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    zoom.current.set((began.px * distanceOf(event.touches)) / began.apart);
  };
  element.addEventListener("touchstart", start, { passive: true });
  element.addEventListener("touchmove", move, { passive: false });
  element.addEventListener("touchend", start);
  element.addEventListener("touchcancel", start);
  return () => {
    element.removeEventListener("touchstart", start);
    element.removeEventListener("touchmove", move);
    element.removeEventListener("touchend", start);
    element.removeEventListener("touchcancel", start);
  };
}

function distanceOf([one, other]: TouchList): number {
  return one && other ? Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)) : 1;
}

export const zoomIn = ({ px, set }: Zoom) => set(px * STEP);
export const zoomOut = ({ px, set }: Zoom) => set(px / STEP);
