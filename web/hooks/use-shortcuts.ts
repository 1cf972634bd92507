import { useEffect, useRef } from "react";

/**
 * Keys that work anywhere on the page, except while typing, in a menu or behind a dialog: "f", or with Ctrl or ⌘ "Mod+z".
 */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTakenElsewhere(event.target)) return;
      const action = latest.current[nameOf(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return name;
  return shiftKey ? `Mod+Shift+${name}` : `Mod+${name}`;
}

function isTakenElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [role=menu]") !== null;
}
