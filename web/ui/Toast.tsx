import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../hooks/use-shortcuts.ts";
import { Button, IconButton } from "./Button.tsx";
import { CheckIcon, CloseIcon, UndoIcon, WarningIcon } from "./icons.tsx";
import styles from "./Toast.module.css";

type Toast = {
  message: string;
  tone?: "done" | "error";
  /** Reverses the change that the message reports. */
  onUndo?: () => void;
};

type KeyedToast = Toast & { key: number };

const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** `toast({ message, onUndo })` shows a short message that does not interrupt. */
export const useToast = () => useContext(ToastContext);

type ToastProviderProps = {
  /** Resolves once all pending changes are answered; undefined if there are none. */
  pendingChanges: () => Promise<void> | undefined;
  children: ReactNode;
};

export function ToastProvider({ pendingChanges, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<KeyedToast[]>([]);
  const latestToasts = useRef(toasts);

  const change = useCallback((update: (before: KeyedToast[]) => KeyedToast[]) => {
    latestToasts.current = update(latestToasts.current);
    setToasts(latestToasts.current);
  }, []);
  const show = useCallback(
    (toast: Toast) => {
      lastKey += 1;
      const shown = { ...toast, key: lastKey };
      change((before) => [...before, shown].slice(-SHOWN_MAX));
    },
    [change],
  );
  const dismiss = useCallback(
    (key: number) => change((before) => before.filter((toast) => toast.key !== key)),
    [change],
  );

  useShortcuts({
    "Mod+z": async () => {
      const pending = pendingChanges();
      // The change to undo has no message yet: those on screen belong to earlier changes.
      const lastShownKey = pending ? lastKey : 0;
      await pending;
      const latest = latestToasts.current.findLast(({ key, onUndo }) => key > lastShownKey && onUndo !== undefined);
      if (!latest) return;
      dismiss(latest.key);
      latest.onUndo?.();
    },
  });

  return (
    <ToastContext value={show}>
      {children}
      <section className={styles.region} aria-label="Messages">
        {/* Always present: screen readers often skip a status that appears together with its text. They do read an alert. */}
        <div role="status">
          {toasts.map(
            (toast) => toast.tone !== "error" && <ToastCard key={toast.key} toast={toast} onDismiss={dismiss} />,
          )}
        </div>
        {toasts.map(
          (toast) => toast.tone === "error" && <ToastCard key={toast.key} toast={toast} onDismiss={dismiss} />,
        )}
      </section>
    </ToastContext>
  );
}

let lastKey = 0;

function ToastCard({ toast, onDismiss }: { toast: KeyedToast; onDismiss: (key: number) => void }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onDismiss(toast.key), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast.key, onDismiss]);

  const { onUndo } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message open while it is hovered or focused
    <div
      role={toast.tone === "error" ? "alert" : undefined}
      className={`${styles.toast} ${toast.tone === "error" ? styles.error : ""}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.tone === "error" ? <WarningIcon /> : <CheckIcon />}
      <p>{toast.message}</p>
      {onUndo && (
        <Button
          kind="quiet"
          icon={<UndoIcon />}
          onClick={() => {
            onDismiss(toast.key);
            onUndo();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => onDismiss(toast.key)} />
    </div>
  );
}
