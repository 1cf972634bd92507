import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../hooks/use-shortcuts.ts";
import { announce } from "./Announcer.tsx";
import { Button, IconButton } from "./Button.tsx";
import { CheckIcon, CloseIcon, RedoIcon, UndoIcon, WarningIcon } from "./icons.tsx";
import styles from "./Toast.module.css";

/** A change was made, undone, or made again. */
export type Turn = "done" | "undone" | "redone";

type Toast = {
  /** Names what was done, and to what. After an undo or redo the words are the same: "Undone: Milano featured". */
  message: string;
  /** What follows from it, as in "Still in the library." Left out after an undo. */
  note?: string;
  tone?: "done" | "error";
  /** "done" where it is left out. */
  turn?: Turn | undefined;
  /** Undoes the change that the message reports, or makes it again. A rejected one can be tried again. */
  reverse?: ((turn: Turn) => Promise<unknown>) | undefined;
  /** Reported elsewhere on the screen: only said to screen readers, and undone by key. */
  isQuiet?: boolean;
  /** Which photo it is about, for screen readers, where the message does not name it. */
  about?: string;
  /** A failure goes when there is later news on its topic. */
  topic?: string;
};

type KeyedToast = Toast & { key: number };

const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;
const CHANGES_MAX = 200;

const ToastContext = createContext<(toast: Toast) => void>(() => {});
const DismissContext = createContext<() => void>(() => {});

/** `toast({ message, reverse })` shows a short message that does not interrupt. */
export const useToast = () => useContext(ToastContext);

/** Takes every message off the screen. What they report can still be undone. */
export const useDismissMessages = () => useContext(DismissContext);

type ToastProviderProps = {
  /** Resolves once all pending changes are answered; undefined if there are none. */
  pendingChanges: () => Promise<void> | undefined;
  children: ReactNode;
};

export function ToastProvider({ pendingChanges, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<KeyedToast[]>([]);
  // Every change of this session that can be undone or made again, the latest last, whether or not its message is shown.
  const changes = useRef<KeyedToast[]>([]);
  const lastFailure = useRef(0);

  const dismiss = useCallback((key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)), []);

  const show = useCallback((toast: Toast) => {
    lastKey += 1;
    const shown = { ...toast, key: lastKey };
    const isError = toast.tone === "error";
    if (isError) lastFailure.current = lastKey;
    // A new change ends what could be made again.
    const isNew = toast.reverse !== undefined && toast.turn === undefined;
    if (isNew) changes.current = withoutUndone(changes.current);
    if (toast.reverse) changes.current = [...changes.current, shown].slice(-CHANGES_MAX);
    // A card is read out where it appears, unless a dialog covers it.
    if (toast.isQuiet || document.querySelector("dialog[open]")) announce(wordsOf(toast), { isUrgent: isError });
    setToasts((before) => {
      const isStale = ({ tone, topic }: Toast) => tone === "error" && topic !== undefined && topic === toast.topic;
      const kept = (isNew ? withoutUndone(before) : before).filter((each) => !isStale(each));
      return toast.isQuiet ? kept : withinLimit([...kept, shown]);
    });
  }, []);

  const dismissAll = useCallback(() => setToasts([]), []);

  const reverse = useCallback(
    async (change: KeyedToast) => {
      changes.current = changes.current.filter(({ key }) => key !== change.key);
      dismiss(change.key);
      try {
        await change.reverse?.(isUndone(change) ? "redone" : "undone");
      } catch {
        // The change itself has reported why.
        changes.current = [...changes.current, change];
      }
    },
    [dismiss],
  );

  const reverseLatest = async (isWanted: (change: KeyedToast) => boolean, ifNone: string) => {
    const pending = pendingChanges();
    const lastKnown = lastKey;
    await pending;
    // Pressed while a change was pending: that is the one to undo, unless it was refused.
    if (pending && lastFailure.current > lastKnown) return;
    const latest = changes.current.findLast(isWanted);
    if (latest) await reverse(latest);
    else show({ message: ifNone });
  };
  const redo = () => reverseLatest(isUndone, "Nothing to redo");
  useShortcuts({
    "Mod+z": () => reverseLatest((change) => !isUndone(change), "Nothing to undo"),
    "Mod+Shift+z": redo,
    "Mod+y": redo,
  });

  const cards = (tone: "done" | "error") =>
    toasts
      .filter((toast) => (toast.tone ?? "done") === tone)
      .map((toast) => <ToastCard key={toast.key} toast={toast} onReverse={reverse} onDismiss={dismiss} />);
  return (
    <ToastContext value={show}>
      <DismissContext value={dismissAll}>{children}</DismissContext>
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

const isUndone = ({ turn }: Toast) => turn === "undone";

const withoutUndone = (toasts: KeyedToast[]) => toasts.filter((toast) => !isUndone(toast));

function wordsOf({ message, note, turn }: Toast): string {
  if (turn === "undone") return `Undone: ${message}`;
  return `${turn === "redone" ? "Redone: " : ""}${message}${note ? `. ${note}` : ""}`;
}

/** Errors stay until they are dismissed; of the others, only the last few are shown. */
function withinLimit(toasts: KeyedToast[]): KeyedToast[] {
  const done = toasts.filter(({ tone }) => tone !== "error").slice(-SHOWN_MAX);
  return toasts.filter((toast) => toast.tone === "error" || done.includes(toast));
}

type ToastCardProps = {
  toast: KeyedToast;
  onReverse: (toast: KeyedToast) => void;
  onDismiss: (key: number) => void;
};

function ToastCard({ toast, onReverse, onDismiss }: ToastCardProps) {
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
        {wordsOf(toast)}
      </p>
      {toast.reverse && (
        <Button kind="quiet" icon={isUndone(toast) ? <RedoIcon /> : <UndoIcon />} onClick={() => onReverse(toast)}>
          {isUndone(toast) ? "Redo" : "Undo"}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<CloseIcon />} onClick={() => onDismiss(toast.key)} />
    </div>
  );
}
