import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import styles from "./Menu.module.css";

export type MenuEntry = {
  label: string;
  icon?: ReactNode;
  /** Shown next to the label, like "F" or "Control A". */
  shortcut?: string;
  isDisabled?: boolean;
  onSelect: () => void;
};

type MenuProps = {
  label: string;
  /** Shown instead of the label. */
  icon?: ReactNode;
  entries: MenuEntry[];
  opens?: "down" | "up";
};

/** A button that opens a list of actions. Arrows move, Enter selects, Escape closes and returns focus to the button. */
export function Menu({ label, icon, entries, opens = "down" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  useEffect(() => {
    if (!isOpen) return;
    menuItems(root.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const items = menuItems(root.current);
    const at = items.findIndex((element) => element.matches(":focus"));
    const moveTo = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (moveTo !== undefined) items[(moveTo + items.length) % items.length]?.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  };

  return (
    <div ref={root} className={styles.root}>
      <Button
        ref={button}
        kind={icon ? "quiet" : "plain"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={icon ? label : undefined}
        title={icon ? label : undefined}
        className={icon ? styles.iconButton : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon ?? label}
        {!icon && <span className={styles.arrow} aria-hidden="true" />}
      </Button>
      {isOpen && (
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={`${styles.menu} ${styles[opens]}`}
          onKeyDown={onKeyDown}
        >
          {entries.map((entry) => (
            <button
              key={entry.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.entry}
              disabled={entry.isDisabled}
              // Without the letter of the shortcut.
              aria-label={entry.label}
              aria-keyshortcuts={entry.shortcut?.replace(" ", "+")}
              onClick={() => {
                close();
                entry.onSelect();
              }}
            >
              {entry.icon}
              <span>{entry.label}</span>
              {entry.shortcut && <kbd>{entry.shortcut.replace("Control", "Ctrl")}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function menuItems(root: HTMLElement | null): HTMLButtonElement[] {
  return [...(root?.querySelectorAll<HTMLButtonElement>("[role=menuitem]:not(:disabled)") ?? [])];
}
