import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import {
  findStops,
  nearestStop,
  type Stop,
  type StripStep,
  stopFor,
  stopOfPhoto,
  TOLERANCE_PX,
} from "./strip-stops.ts";
import { useStripInput } from "./use-strip-input.ts";

export type StripPosition = { photos: Stop["photos"]; isStart: boolean; isEnd: boolean };

const AT_TITLE: StripPosition = { photos: null, isStart: true, isEnd: false };

/**
 * Wheel, arrow keys, buttons and focus move the strip; the progress line and the position follow. `onStep` is called with
 * the stop that a key or a button leads to.
 */
export function useStripMovement(
  strip: RefObject<HTMLElement | null>,
  isCovered: boolean,
  onStep: (stop: Stop) => void,
) {
  const [position, setPosition] = useState(AT_TITLE);
  const progressLine = useRef<HTMLDivElement>(null);
  /** The end of a smooth movement in progress. The next step starts from there, not from the current position. */
  const target = useRef<number | null>(null);
  const movedFrom = useRef(0);
  const stopsOf = useStops();

  const moveTo = useCallback(
    (left: number) => {
      if (!strip.current) return;
      target.current = left;
      movedFrom.current = strip.current.scrollLeft;
      strip.current.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    },
    [strip],
  );

  const step = useCallback(
    (wanted: StripStep) => {
      if (!strip.current) return;
      const next = stopFor(wanted, stopsOf(strip.current), target.current ?? strip.current.scrollLeft);
      if (!next) return;
      moveTo(next.left);
      moveFocus(strip.current, next);
      onStep(next);
    },
    [strip, stopsOf, moveTo, onStep],
  );

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const follow = () => {
      const length = element.scrollWidth - element.clientWidth;
      const left = element.scrollLeft;
      progressLine.current?.style.setProperty("--progress", String(length > 0 ? left / length : 1));
      const stops = stopsOf(element);
      const index = nearestStop(stops, left);
      // At a text, a pause and after the last photo, the number of the photo before stays.
      const photos = stops.findLast(({ photos }, place) => place <= index && photos)?.photos ?? null;
      const now = { photos, isStart: left <= TOLERANCE_PX, isEnd: left >= length - TOLERANCE_PX };
      setPosition((before) => (isSame(before, now) ? before : now));
    };
    const settle = () => {
      // Before the strip has moved, this is the late end of the movement before.
      const hasMoved = Math.abs(element.scrollLeft - movedFrom.current) > TOLERANCE_PX;
      if (hasMoved || element.scrollLeft === target.current) target.current = null;
    };
    const centreFocused = ({ target: focused }: FocusEvent) => {
      if (!(focused instanceof HTMLElement) || !focused.matches("[data-photo] :focus-visible")) return;
      const index = frameIndexOf(element, focused);
      // After the browser's own scrolling, which only brings the photo to the edge of the screen.
      requestAnimationFrame(() => {
        const stop = stopOfPhoto(stopsOf(element), index);
        if (stop && focused === document.activeElement) moveTo(stop.left);
      });
    };
    // In a task of its own: measuring a long album takes a while.
    const start = setTimeout(follow);
    element.addEventListener("scroll", follow, { passive: true });
    element.addEventListener("scrollend", settle);
    element.addEventListener("focusin", centreFocused);
    window.addEventListener("resize", follow);
    return () => {
      clearTimeout(start);
      element.removeEventListener("scroll", follow);
      element.removeEventListener("scrollend", settle);
      element.removeEventListener("focusin", centreFocused);
      window.removeEventListener("resize", follow);
    };
  }, [strip, stopsOf, moveTo]);

  /** Without a movement: it may be far away. */
  const showPhoto = useCallback(
    (index: number) => {
      const element = strip.current;
      const stop = element && stopOfPhoto(stopsOf(element), index);
      if (!stop) return;
      element.scrollTo({ left: stop.left, behavior: "instant" });
      frameLinks(element)[index]?.focus({ preventScroll: true });
    },
    [strip, stopsOf],
  );

  useStripInput(strip, isCovered, { step, moveTo, target });

  return { step, showPhoto, position, progressLine };
}

/** Measured again only when the layout has changed: an album may have a thousand photos. */
function useStops(): (strip: HTMLElement) => Stop[] {
  const measured = useRef({ layout: "", stops: [] as Stop[] });
  return useCallback((strip) => {
    const layout = [strip.scrollWidth, strip.clientWidth, strip.clientHeight].join(" ");
    if (measured.current.layout !== layout) measured.current = { layout, stops: findStops(strip) };
    return measured.current.stops;
  }, []);
}

/** Where a photo has the focus, it moves along, so that Enter opens the photo in view. */
function moveFocus(strip: HTMLElement, { photos }: Stop) {
  const focused = document.activeElement?.closest("[data-photo]");
  if (!photos || !focused || !strip.contains(focused)) return;
  frameLinks(strip)[photos.first]?.focus({ preventScroll: true });
}

const frameLinks = (strip: HTMLElement) => strip.querySelectorAll<HTMLElement>("[data-photo] a");
const frameIndexOf = (strip: HTMLElement, link: HTMLElement) => [...frameLinks(strip)].indexOf(link);

const isSame = (a: StripPosition, b: StripPosition) =>
  a.photos?.first === b.photos?.first &&
  a.photos?.last === b.photos?.last &&
  a.isStart === b.isStart &&
  a.isEnd === b.isEnd;

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
