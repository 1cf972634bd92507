import { useEffect, useRef } from "react";
import { areShortcutsOn } from "./shortcut-switch.ts";

type ShortcutOptions = {
  /** A selector: the keys work only while the focus is in such an element. */
  within?: string;
};

/** Keys for the page, or a part of it: "f", or with Ctrl or ⌘ "Mod+z". Off while typing, in a menu or behind a dialog. */
export function useShortcuts(shortcuts: Record<string, () => void>, { within }: ShortcutOptions = {}): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof Element)) return;
      const name = nameOf(event);
      const action = latest.current[name];
      if (!action || isTakenElsewhere(event.target, name) || (within && !event.target.closest(within))) return;
      // People who dictate, or whose hands slip, can switch off what a single key does (WCAG 2.1.4).
      if (!name.startsWith("Mod+") && name !== "Escape" && !areShortcutsOn()) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [within]);
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return name;
  return shiftKey ? `Mod+Shift+${name}` : `Mod+${name}`;
}

/** A text field undoes typing itself; one that has not been typed in says so with `data-untouched`. */
function isTakenElsewhere(target: Element, name: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const texts = "input:not([type=range], [type=checkbox]), textarea";
  if (name.startsWith("Mod+")) return target.matches(`:is(${texts}):not([data-untouched])`);
  return target.closest("input, textarea, select, [role=menu]") !== null;
}
