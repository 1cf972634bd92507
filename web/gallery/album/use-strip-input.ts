import { type RefObject, useEffect } from "react";
import type { StripStep } from "./strip-stops.ts";

/** A notched wheel sends larger steps than a trackpad. */
const NOTCH_MIN_PX = 50;
const LINE_PX = 16;

const KEYS: Record<string, StripStep> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  Home: "first",
  End: "last",
};

type Movement = {
  step: (step: StripStep) => void;
  moveTo: (left: number) => void;
  /** The end of a smooth movement in progress. */
  target: RefObject<number | null>;
};

/** A vertical wheel moves the strip along, the arrow keys move it by one photo, Home and End to its ends. */
export function useStripInput(strip: RefObject<HTMLElement | null>, isCovered: boolean, movement: Movement) {
  const { step, moveTo, target } = movement;

  useEffect(() => {
    const element = strip.current;
    if (!element || isCovered) return;
    const turnWheel = (event: WheelEvent) => {
      // The browser itself handles sideways scrolling and pinching.
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
      const distance = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      if (scrollsText(event.target, distance)) return;
      const length = element.scrollWidth - element.clientWidth;
      const from = target.current ?? element.scrollLeft;
      // At either end the wheel scrolls the page, so that nobody gets stuck in the strip.
      if (distance < 0 ? from <= 0 : from >= length - 1) return;
      event.preventDefault();
      const left = Math.min(Math.max(from + distance, 0), length);
      if (Math.abs(distance) >= NOTCH_MIN_PX) moveTo(left);
      else element.scrollTo({ left, behavior: "instant" });
    };
    element.addEventListener("wheel", turnWheel, { passive: false });
    return () => element.removeEventListener("wheel", turnWheel);
  }, [strip, isCovered, moveTo, target]);

  useEffect(() => {
    if (isCovered) return;
    const pressKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const wanted = KEYS[event.key];
      if (!wanted || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      step(wanted);
    };
    window.addEventListener("keydown", pressKey);
    return () => window.removeEventListener("keydown", pressKey);
  }, [isCovered, step]);
}

/** A text too long for its panel scrolls first. */
function scrollsText(target: EventTarget | null, distance: number): boolean {
  const panel = target instanceof Element ? target.closest("[data-panel]") : null;
  if (!panel) return false;
  const length = panel.scrollHeight - panel.clientHeight;
  return distance < 0 ? panel.scrollTop > 0 : panel.scrollTop < length - 1;
}
