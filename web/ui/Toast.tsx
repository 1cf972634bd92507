import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
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

const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** `toast({ message, onUndo })`: says what happened, without being in the way. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { key: number })[]>([]);

  const show = useCallback((toast: Toast) => {
    nextKey += 1;
    const shown = { ...toast, key: nextKey };
    setToasts((before) => [...before, shown].slice(-SHOWN_MAX));
  }, []);
  const dismiss = useCallback((key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)), []);

  useShortcuts({
    "Mod+z": () => {
      const latest = toasts.findLast(({ onUndo }) => onUndo !== undefined);
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

let nextKey = 0;

function ToastCard({ toast, onDismiss }: { toast: Toast & { key: number }; onDismiss: (key: number) => void }) {
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
