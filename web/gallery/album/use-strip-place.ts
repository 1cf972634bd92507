import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { placeOf } from "./use-strip-movement.ts";

/** The strip stands where it was left, and where the viewer left it when a photo was open. */
export function useStripPlace(strip: RefObject<HTMLElement | null>, isCovered: boolean, viewedPhotoId: number | null) {
  useRememberedPlace(strip, isCovered);
  // Before the browser paints: the viewer's photo glides to where this one stands.
  useLayoutEffect(() => {
    if (isCovered || viewedPhotoId === null) return;
    const frame = strip.current?.querySelector(`[data-photo="${viewedPhotoId}"]`);
    if (!strip.current || !frame) return;
    const { left, right } = frame.getBoundingClientRect();
    // One that is in sight already stays where the visitor left it.
    if (left < 0 || right > window.innerWidth) {
      strip.current.scrollTo({ left: placeOf(strip.current, frame), behavior: "instant" });
    }
    frame.querySelector("a")?.focus({ preventScroll: true });
  }, [strip, isCovered, viewedPhotoId]);
}

/** For a reload, and for the way back from another page: kept with the history entry. */
function useRememberedPlace(strip: RefObject<HTMLElement | null>, isCovered: boolean) {
  const { key, pathname } = useLocation();
  const storageKey = useRef<string | null>(null);
  if (!isCovered) storageKey.current = `strip ${key} ${pathname}`;

  useLayoutEffect(() => {
    const left = storageKey.current && sessionStorage.getItem(storageKey.current);
    if (left) strip.current?.scrollTo({ left: Number(left), behavior: "instant" });
  }, [strip]);

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const remember = () => {
      if (storageKey.current) sessionStorage.setItem(storageKey.current, String(element.scrollLeft));
    };
    element.addEventListener("scrollend", remember);
    return () => element.removeEventListener("scrollend", remember);
  }, [strip]);
}
