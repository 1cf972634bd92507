import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** A wheel with notches sends larger steps than a finger on a trackpad does. */
const NOTCH_MIN_PX = 50;
const LINE_PX = 16;
/** Closer than this to a place is being there. */
const NEARLY_PX = 8;

/** Wheel, arrow keys and buttons move the strip; the line and the counter follow it. */
export function useStripMovement(strip: RefObject<HTMLElement | null>, isCovered: boolean) {
  const [position, setPosition] = useState(0);
  const progressLine = useRef<HTMLDivElement>(null);
  /** Where a smooth movement is going: the next step counts from there, not from where it happens to be. */
  const target = useRef<number | null>(null);

  const moveTo = useCallback(
    (left: number) => {
      target.current = left;
      strip.current?.scrollTo({ left, behavior: prefersStillness() ? "instant" : "smooth" });
    },
    [strip],
  );

  const step = useCallback(
    (direction: 1 | -1) => {
      if (!strip.current) return;
      const from = target.current ?? strip.current.scrollLeft;
      const places = centredPlaces(strip.current);
      const next =
        direction === 1
          ? places.find((place) => place > from + NEARLY_PX)
          : places.findLast((place) => place < from - NEARLY_PX);
      if (next !== undefined) moveTo(next);
    },
    [strip, moveTo],
  );

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const follow = () => {
      const length = element.scrollWidth - element.clientWidth;
      progressLine.current?.style.setProperty("--progress", String(length > 0 ? element.scrollLeft / length : 1));
      setPosition(frameInTheMiddle(element));
    };
    const settle = () => {
      target.current = null;
    };
    follow();
    element.addEventListener("scroll", follow, { passive: true });
    element.addEventListener("scrollend", settle);
    window.addEventListener("resize", follow);
    return () => {
      element.removeEventListener("scroll", follow);
      element.removeEventListener("scrollend", settle);
      window.removeEventListener("resize", follow);
    };
  }, [strip]);

  useEffect(() => {
    const element = strip.current;
    if (!element || isCovered) return;
    const turnWheel = (event: WheelEvent) => {
      // Sideways movement and pinching are the browser's own business.
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
      const distance = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      const length = element.scrollWidth - element.clientWidth;
      const from = target.current ?? element.scrollLeft;
      // At an end the wheel is the page's again: nobody gets caught in the strip.
      if (distance < 0 ? from <= 0 : from >= length - 1) return;
      event.preventDefault();
      const left = Math.min(Math.max(from + distance, 0), length);
      if (Math.abs(distance) >= NOTCH_MIN_PX) moveTo(left);
      else element.scrollTo({ left, behavior: "instant" });
    };
    const pressKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      step(event.key === "ArrowRight" ? 1 : -1);
    };
    element.addEventListener("wheel", turnWheel, { passive: false });
    window.addEventListener("keydown", pressKey);
    return () => {
      element.removeEventListener("wheel", turnWheel);
      window.removeEventListener("keydown", pressKey);
    };
  }, [strip, isCovered, moveTo, step]);

  return { step, position, progressLine };
}

/** Where the strip must stand for its beginning, and for each photo to be in the middle. */
function centredPlaces(strip: HTMLElement): number[] {
  const length = strip.scrollWidth - strip.clientWidth;
  const places = [...strip.querySelectorAll("[data-photo]")].map((frame) => placeOf(strip, frame));
  return [0, ...places.map((place) => Math.min(Math.max(place, 0), length))];
}

export function placeOf(strip: HTMLElement, frame: Element): number {
  const box = frame.getBoundingClientRect();
  const left = box.left - strip.getBoundingClientRect().left + strip.scrollLeft;
  return Math.round(left + box.width / 2 - strip.clientWidth / 2);
}

/** Frames stand in a row, so halving finds it: with a thousand of them, looking at each on every scroll would be felt. */
function frameInTheMiddle(strip: HTMLElement): number {
  const frames = strip.querySelectorAll("[data-photo]");
  const middle = strip.getBoundingClientRect().left + strip.clientWidth / 2;
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const half = (low + high) >> 1;
    if ((frames[half]?.getBoundingClientRect().right ?? 0) < middle) low = half + 1;
    else high = half;
  }
  return Math.max(low, 0);
}

const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
