import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./Button.tsx";
import styles from "./Dialog.module.css";
import { CloseIcon } from "./icons.tsx";

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
};

/** Rendered while it is open. The browser keeps focus inside, closes on Escape and returns focus afterwards. */
export function Dialog({ title, onClose, children, actions, width = "narrow" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The browser would choose the first button there is.
    element?.querySelector<HTMLElement>("[data-focus-first]")?.focus();
    return () => {
      element?.close();
      // Removing an open dialog from the page would leave focus nowhere.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[width]}`}
      onCancel={(event) => {
        // A file chooser in it that is closed without a choice tells so in the same words.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Keys in a dialog are not meant for the grid behind it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
