import { useEffect, useEffectEvent, useRef } from "react";
import { announce } from "./Announcer.tsx";

const STEPS = 4;

/** Says how far long work is, at each quarter and with its outcome at the end, instead of with every change. */
export function useAnnouncedSteps(share: number, work: string, outcome = ""): void {
  const step = Math.floor(Math.min(1, share) * STEPS);
  const isFirst = useRef(true);
  const announceEnd = useEffectEvent(() => announce(`${work} finished${outcome && `: ${outcome}`}`));
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (step < STEPS) announce(`${work} ${(step * 100) / STEPS}% done`);
    // What was finished before the screen opened is no news.
    else if (!wasFirst) announceEnd();
  }, [step, work]);
}
