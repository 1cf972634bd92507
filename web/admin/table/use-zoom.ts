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

/** How high prints or the line are. A preference of this browser. With Ctrl, the wheel zooms; so does a trackpad's pinch. */
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
    return () => watched?.removeEventListener("wheel", zoom);
  }, [element]);
  return { px, min, max, isChanging, set };
}

export const zoomIn = ({ px, set }: Zoom) => set(px * STEP);
export const zoomOut = ({ px, set }: Zoom) => set(px / STEP);
