import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "../router/use-router.ts";
import { findStops, stopOfPhoto } from "./strip-stops.ts";

/** Restores the scroll position, and scrolls to the photo last viewed when the viewer closes. */
export function useStripScroll(strip: RefObject<HTMLElement | null>, isCovered: boolean, viewedPhotoId: number | null) {
  useRememberedScroll(strip, isCovered);
  // Before the browser paints, since the viewer's photo glides to this frame.
  useLayoutEffect(() => {
    if (isCovered || viewedPhotoId === null || !strip.current) return;
    const frames = [...strip.current.querySelectorAll<HTMLElement>("[data-photo]")];
    const index = frames.findIndex((frame) => frame.dataset.photo === String(viewedPhotoId));
    const frame = frames[index];
    if (!frame) return;
    const { left, right } = frame.getBoundingClientRect();
    // Don't move a frame that is already in view.
    if (left < 0 || right > window.innerWidth) {
      strip.current.scrollTo({ left: stopOfPhoto(findStops(strip.current), index)?.left, behavior: "instant" });
    }
    frame.querySelector("a")?.focus({ preventScroll: true });
  }, [strip, isCovered, viewedPhotoId]);
}

/** Over a reload, and after Back from another page: stored per history entry. A fresh load is a new entry. */
function useRememberedScroll(strip: RefObject<HTMLElement | null>, isCovered: boolean) {
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
