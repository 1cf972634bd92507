import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { LiveRegion } from "./Announcer.tsx";
import { IconButton } from "./Button.tsx";
import styles from "./Dialog.module.css";
import { giveBack } from "./focus.ts";
import { CloseIcon } from "./icons.tsx";

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
};

/**
 * Rendered while it is open. The browser keeps focus inside, closes on Escape and returns focus afterwards.
 * At the end of the page, because a modal drawer makes inert what is beside it, and a dialog in there with it.
 */
export function Dialog({ title, onClose, children, actions, width = "narrow" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The browser would focus the first button.
    element?.querySelector<HTMLElement>("[data-focus-first]")?.focus();
    return () => {
      element?.close();
      // Removing an open dialog from the page would lose the focus.
      giveBack(opener);
    };
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[width]}`}
      onCancel={(event) => {
        // A file input inside also fires "cancel" when its chooser closes without a choice.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // Keys in a dialog must not reach the grid behind it.
        event.stopPropagation();
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // Left to the browser, a second Escape would close it without asking.
        event.preventDefault();
        onClose();
      }}
    >
      <LiveRegion />
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>,
    document.body,
  );
}
