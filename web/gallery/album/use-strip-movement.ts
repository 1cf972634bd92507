import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** A notched wheel sends larger steps than a trackpad. */
const NOTCH_MIN_PX = 50;
const LINE_PX = 16;
/** Closer than this to a stop counts as being there. */
const TOLERANCE_PX = 8;

/** Wheel, arrow keys and buttons move the strip; the progress line and the counter follow. */
export function useStripMovement(strip: RefObject<HTMLElement | null>, isCovered: boolean) {
  const [position, setPosition] = useState(0);
  const progressLine = useRef<HTMLDivElement>(null);
  /** The end of a smooth movement in progress. The next step starts from there, not from the current position. */
  const target = useRef<number | null>(null);

  const moveTo = useCallback(
    (left: number) => {
      target.current = left;
      strip.current?.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    },
    [strip],
  );

  const step = useCallback(
    (direction: 1 | -1) => {
      if (!strip.current) return;
      const from = target.current ?? strip.current.scrollLeft;
      const stops = scrollStops(strip.current);
      const next =
        direction === 1
          ? stops.find((stop) => stop > from + TOLERANCE_PX)
          : stops.findLast((stop) => stop < from - TOLERANCE_PX);
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
      setPosition(middleFrameIndex(element));
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
      // The browser itself handles sideways scrolling and pinching.
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
      const distance = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      const length = element.scrollWidth - element.clientWidth;
      const from = target.current ?? element.scrollLeft;
      // At either end the wheel scrolls the page, so that nobody gets stuck in the strip.
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

/** The scroll positions of the strip's start and of each photo in the middle. */
function scrollStops(strip: HTMLElement): number[] {
  const length = strip.scrollWidth - strip.clientWidth;
  const centred = [...strip.querySelectorAll("[data-photo]")].map((frame) => centredScrollLeft(strip, frame));
  return [0, ...centred.map((left) => Math.min(Math.max(left, 0), length))];
}

export function centredScrollLeft(strip: HTMLElement, frame: Element): number {
  const box = frame.getBoundingClientRect();
  const left = box.left - strip.getBoundingClientRect().left + strip.scrollLeft;
  return Math.round(left + box.width / 2 - strip.clientWidth / 2);
}

/** A binary search: measuring a thousand frames on every scroll event would be noticeable. */
function middleFrameIndex(strip: HTMLElement): number {
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

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
