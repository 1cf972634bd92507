import { type RefObject, useEffect, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";

const LAZY_MARGIN_PX = 100;
const LAZY_THRESHOLD = 0.1;
/** Rendered with their pictures by the server: what the first screen shows, at any width. */
const FIRST_FRAMES = 4;
/** So many frames to either side of the last one seen keep their pictures; those beyond are let go. */
const KEPT_FRAMES = 12;

export const isNearAtFirst = (index: number) => index < FIRST_FRAMES;

/** Which photos have their pictures on the page: those in sight, and some that were. */
export function useNearFrames(strip: RefObject<HTMLElement | null>, photos: ShownPhoto[]): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(
    () => new Set(photos.filter((_, index) => isNearAtFirst(index)).map(({ id }) => id)),
  );

  useEffect(() => {
    const places = new Map<number, number>(photos.map(({ id }, index) => [id, index]));
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => photoIdOf(entry.target));
        const latest = seen.at(-1);
        if (latest === undefined) return;
        const isKept = (id: number) =>
          Math.abs((places.get(id) ?? -Infinity) - (places.get(latest) ?? 0)) <= KEPT_FRAMES;
        setNear((before) => new Set([...before, ...seen].filter(isKept)));
      },
      { root: strip.current, rootMargin: `${LAZY_MARGIN_PX}px`, threshold: LAZY_THRESHOLD },
    );
    for (const frame of strip.current?.querySelectorAll("[data-photo]") ?? []) observer.observe(frame);
    return () => observer.disconnect();
  }, [strip, photos]);

  return near;
}

const photoIdOf = (frame: Element) => Number(frame.getAttribute("data-photo"));
