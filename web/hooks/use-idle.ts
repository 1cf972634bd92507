import { useEffect, useState } from "react";

const ACTIVITY = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** True after this long without pointer or focus activity, but never while the keyboard is in use. */
export function useIdle(delayMs: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = 0;
    // Opened with the keyboard: its focus is still visible.
    let isKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
    const wake = (event?: Event) => {
      if (event && event.type !== "focusin") isKeyboard = event.type === "keydown";
      setIdle(false);
      clearTimeout(timer);
      if (!isKeyboard) timer = window.setTimeout(() => setIdle(true), delayMs);
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
