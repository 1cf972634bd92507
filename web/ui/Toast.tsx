import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../hooks/use-shortcuts.ts";
import { Button, IconButton } from "./Button.tsx";
import { CheckIcon, CloseIcon, UndoIcon, WarningIcon } from "./icons.tsx";
import styles from "./Toast.module.css";

type Toast = {
  message: string;
  tone?: "done" | "error";
  /** Takes back what the message tells. */
  onUndo?: () => void;
};

type KeyedToast = Toast & { key: number };

const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** `toast({ message, onUndo })`: says what happened, without being in the way. */
export const useToast = () => useContext(ToastContext);

type ToastProviderProps = {
  /** Resolves when the changes that are on their way are answered; undefined where there are none. */
  changesUnderWay: () => Promise<void> | undefined;
  children: ReactNode;
};

export function ToastProvider({ changesUnderWay, children }: ToastProviderProps) {
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
      const underWay = changesUnderWay();
      // What is to be undone is then told by a message still to come: those that stand tell of earlier changes.
      const lastTooEarly = underWay ? lastKey : 0;
      await underWay;
      const latest = latestToasts.current.findLast(({ key, onUndo }) => key > lastTooEarly && onUndo !== undefined);
      if (!latest) return;
      dismiss(latest.key);
      latest.onUndo?.();
    },
  });

  return (
    <ToastContext value={show}>
      {children}
      <section className={styles.region} aria-label="Messages">
        {/* Always there: a status that appears together with its text is often not read out. An alert is. */}
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message while someone is reading or reaching it
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
