import { useCallback, useEffect, useState } from "react";
import { useShortcutsSwitch } from "../photo/use-shortcuts-switch.ts";

/** Fewer photos are seen at a glance in the strip itself. */
const MIN_PHOTOS = 13;

/** The overview of a strip, which a button and the key O open. */
export function useOverview(count: number, isCovered: boolean) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const shortcuts = useShortcutsSwitch();
  const isOffered = count >= MIN_PHOTOS;
  const hasKey = isOffered && !isCovered && shortcuts.isOn;

  useEffect(() => {
    if (!hasKey) return;
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.key.toLowerCase() !== "o") return;
      if (document.querySelector("dialog:modal, [popover]:popover-open")) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [hasKey]);

  return { isOpen, open: isOffered ? open : undefined, close };
}
