import { useEffect, useState } from "react";

const STORAGE_KEY = "viewer_shortcuts";

export type ShortcutsSwitch = { isOn: boolean; toggle(): void };

/** Whether single letters act. Speech input may type them by accident, so they can be switched off for good. */
export function useShortcutsSwitch(): ShortcutsSwitch {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(read() !== "off"), []);
  return {
    isOn,
    toggle() {
      setOn(!isOn);
      write(isOn ? "off" : "on");
    },
  };
}

/** A browser may forbid storage. The switch then holds until the page is left. */
function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {}
}
