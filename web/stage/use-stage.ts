import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { attachStage, type Stage, type StageListener, type StagePhoto } from "./stage.ts";

export type StageControls = Pick<Stage, "nudge" | "pan" | "toggleZoom"> & {
  track: RefObject<HTMLDivElement | null>;
  isZoomed: boolean;
  /** False for a photo that is shown at its real pixels already. */
  canZoom: boolean;
};

/** The gestures on the current photo, and the same by buttons and keys. */
export function useStage(
  { id, width, height }: StagePhoto,
  given: Omit<StageListener, "onZoom" | "onFit">,
): StageControls {
  const track = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(null);
  const [isZoomed, setZoomed] = useState(false);
  const [canZoom, setCanZoom] = useState(false);
  const listener: StageListener = { ...given, onZoom: setZoomed, onFit: setCanZoom };
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  // Once per photo: the rest of the album may arrive in the middle of a swipe.
  useLayoutEffect(() => {
    if (!track.current) return;
    stage.current = attachStage(track.current, { id, width, height }, latest);
    return () => stage.current?.detach();
  }, [id, width, height]);

  const nudge = useCallback((direction: 1 | -1) => stage.current?.nudge(direction), []);
  const pan = useCallback((x: number, y: number) => stage.current?.pan(x, y), []);
  const toggleZoom = useCallback(() => stage.current?.toggleZoom(), []);
  return useMemo(
    () => ({ track, isZoomed, canZoom, nudge, pan, toggleZoom }),
    [isZoomed, canZoom, nudge, pan, toggleZoom],
  );
}
