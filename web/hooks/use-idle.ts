import { useEffect, useState } from "react";

const ACTIVITY = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** True after this long without pointer, key or focus activity. */
export function useIdle(delayMs: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = 0;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setIdle(true), delayMs);
    };
    wake();
    for (const type of ACTIVITY) window.addEventListener(type, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of ACTIVITY) window.removeEventListener(type, wake);
    };
  }, [delayMs]);
  return isIdle;
}
