import { useEffect, useState } from "react";

const SHOWN_MS = 6_000;

/** Moves on by itself, except where people ask for less motion, in a window that no one sees, and once it is paused. */
export function useSlides(count: number) {
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    setPlaying(count > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  }, [count]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each photo has its full time, also one that was chosen
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((before) => (before + 1) % count);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [isPlaying, count, index]);

  return {
    index,
    isPlaying,
    show: (chosen: number) => {
      setPlaying(false);
      setIndex(chosen);
    },
    toggle: () => setPlaying(!isPlaying),
  };
}
