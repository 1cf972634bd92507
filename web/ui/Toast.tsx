import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../hooks/use-shortcuts.ts";
import { announce } from "./Announcer.tsx";
import { Button, IconButton } from "./Button.tsx";
import { CheckIcon, CloseIcon, UndoIcon, WarningIcon } from "./icons.tsx";
import styles from "./Toast.module.css";

type Toast = {
  /** Names what was done, and to what: it also says what Undo would undo. */
  message: string;
  tone?: "done" | "error";
  /** Reverses the change that the message reports. */
  onUndo?: () => void;
  /** Reported elsewhere on the screen: only said to screen readers, and undone by key. */
  isQuiet?: boolean;
  /** Which photo it is about, for screen readers, where the message does not name it. */
  about?: string;
};

type KeyedToast = Toast & { key: number };

const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;
const UNDO_MAX = 200;

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
  // Every change of this session that can be undone, the latest last, whether or not its message is still shown.
  const changes = useRef<KeyedToast[]>([]);
  const lastFailure = useRef(0);

  const dismiss = useCallback((key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)), []);

  const show = useCallback((toast: Toast) => {
    lastKey += 1;
    const shown = { ...toast, key: lastKey };
    const isError = toast.tone === "error";
    if (isError) lastFailure.current = lastKey;
    if (toast.onUndo) changes.current = [...changes.current, shown].slice(-UNDO_MAX);
    // A card is read out where it appears, unless a dialog covers it.
    if (toast.isQuiet || document.querySelector("dialog[open]")) announce(toast.message, { isUrgent: isError });
    if (!toast.isQuiet) setToasts((before) => withinLimit([...before, shown]));
  }, []);

  const undo = useCallback(
    (change: KeyedToast) => {
      changes.current = changes.current.filter(({ key }) => key !== change.key);
      dismiss(change.key);
      change.onUndo?.();
    },
    [dismiss],
  );

  useShortcuts({
    "Mod+z": async () => {
      const pending = pendingChanges();
      const lastKnown = lastKey;
      await pending;
      // Pressed while a change was pending: that is the one to undo, unless it was refused.
      if (pending && lastFailure.current > lastKnown) return;
      const latest = changes.current.at(-1);
      if (latest) undo(latest);
      else show({ message: "Nothing to undo" });
    },
  });

  const cards = (tone: "done" | "error") =>
    toasts
      .filter((toast) => (toast.tone ?? "done") === tone)
      .map((toast) => <ToastCard key={toast.key} toast={toast} onUndo={undo} onDismiss={dismiss} />);
  return (
    <ToastContext value={show}>
      {children}
      <section className={styles.region} aria-label="Messages" data-transient data-stays-active>
        {/* A log: only what is new is read out, never the whole pile again. */}
        <div role="log" aria-label="Done">
          {cards("done")}
        </div>
        {cards("error")}
      </section>
    </ToastContext>
  );
}

let lastKey = 0;

/** Errors stay until they are dismissed; of the others, only the last few are shown. */
function withinLimit(toasts: KeyedToast[]): KeyedToast[] {
  const done = toasts.filter(({ tone }) => tone !== "error").slice(-SHOWN_MAX);
  return toasts.filter((toast) => toast.tone === "error" || done.includes(toast));
}

type ToastCardProps = {
  toast: KeyedToast;
  onUndo: (toast: KeyedToast) => void;
  onDismiss: (key: number) => void;
};

function ToastCard({ toast, onUndo, onDismiss }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false);
  const isError = toast.tone === "error";

  useEffect(() => {
    if (isHeld || isError) return;
    const timer = setTimeout(() => onDismiss(toast.key), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, isError, toast.key, onDismiss]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message open while it is hovered or focused
    <div
      role={isError ? "alert" : undefined}
      className={`${styles.toast} ${isError ? styles.error : ""}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isError ? <WarningIcon /> : <CheckIcon />}
      <p>
        {toast.about && <span className="visually-hidden">{toast.about}: </span>}
        {toast.message}
      </p>
      {toast.onUndo && (
        <Button kind="quiet" icon={<UndoIcon />} onClick={() => onUndo(toast)}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => onDismiss(toast.key)} />
    </div>
  );
}
