import { type RefObject, useEffect, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";

const LAZY_MARGIN_PX = 100;
const LAZY_THRESHOLD = 0.1;
/** A screen may never show a tenth of a long panorama. For that, a tenth of the screen is enough. */
const PANORAMA_THRESHOLD = 0.02;
/** The server renders these with their pictures: enough for the first screen at any width. */
const FIRST_FRAMES = 4;
/** Frames further than this from the last one in view lose their pictures again, to free memory. */
const KEPT_FRAMES = 12;
/** Where the page scrolls, and a screen may show many of them. */
const KEPT_FRAMES_OF_SHEET = 80;

export const isNearAtFirst = (index: number) => index < FIRST_FRAMES;

/** The photos whose pictures are on the page: those in view, and some that were. */
export function useNearFrames(
  frames: RefObject<HTMLElement | null>,
  photos: ShownPhoto[],
  /** Whether they move within their element, or with the page. */
  { isStrip }: { isStrip: boolean },
): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(
    () => new Set(photos.filter((_, index) => isNearAtFirst(index)).map(({ id }) => id)),
  );

  useEffect(() => {
    const kept = isStrip ? KEPT_FRAMES : KEPT_FRAMES_OF_SHEET;
    const indexes = new Map<number, number>(photos.map(({ id }, index) => [id, index]));
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(isInView).map((entry) => photoIdOf(entry.target));
        const latest = seen.at(-1);
        if (latest === undefined) return;
        const isKept = (id: number) => Math.abs((indexes.get(id) ?? -Infinity) - (indexes.get(latest) ?? 0)) <= kept;
        setNear((before) => {
          const now = new Set([...before, ...seen].filter(isKept));
          // The first report only confirms what the server rendered.
          return now.size === before.size && seen.every((id) => before.has(id)) ? before : now;
        });
      },
      {
        root: isStrip ? frames.current : null,
        rootMargin: `${LAZY_MARGIN_PX}px`,
        threshold: [PANORAMA_THRESHOLD, LAZY_THRESHOLD],
      },
    );
    for (const frame of frames.current?.querySelectorAll("[data-photo]") ?? []) observer.observe(frame);
    return () => observer.disconnect();
  }, [frames, photos, isStrip]);

  return near;
}

function isInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  const screen = rootBounds?.width ?? Infinity;
  return intersectionRatio >= LAZY_THRESHOLD || intersectionRect.width >= LAZY_THRESHOLD * screen;
}

const photoIdOf = (frame: Element) => Number(frame.getAttribute("data-photo"));
