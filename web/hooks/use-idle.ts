import { useEffect, useState } from "react";

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** True once nothing was moved, touched or pressed for so long. */
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
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, wake);
    };
  }, [delayMs]);
  return isIdle;
}
