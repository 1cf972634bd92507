import { useEffect, useRef } from "react";
import { announce } from "./Announcer.tsx";

const STEPS = 4;

/** Says how far long work is, at each quarter and at its end, instead of with every change. */
export function useAnnouncedSteps(share: number, work: string): void {
  const step = Math.floor(Math.min(1, share) * STEPS);
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (step < STEPS) announce(`${work} ${(step * 100) / STEPS}% done`);
    // What was finished before the screen opened is no news.
    else if (!wasFirst) announce(`${work} finished`);
  }, [step, work]);
}
