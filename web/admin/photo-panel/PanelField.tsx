import { type ReactNode, useId } from "react";
import styles from "./PhotoFields.module.css";

export type FieldStatus = "idle" | "pending" | "success" | "error" | "unsaved";

type PanelFieldProps = {
  label: string;
  status: FieldStatus;
  hint?: string | undefined;
  /** Why what was typed is not saved. */
  error?: string | undefined;
  /** Below the field: what can be done about that. */
  note?: (controlId: string) => ReactNode;
  children: (labelled: { id: string; "aria-describedby": string | undefined }) => ReactNode;
};

/** A field of the panel; the outcome of the last change is next to its label, and the announcer says it. */
export function PanelField({ label, status, hint, error, note, children }: PanelFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span className={status === "error" || status === "unsaved" ? styles.reverted : styles.saved}>
          {OUTCOMES[status]}
        </span>
      </div>
      {children({ id, "aria-describedby": describedBy })}
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
      {note?.(id)}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

const OUTCOMES: Record<FieldStatus, string> = {
  idle: "",
  pending: "",
  success: "Saved",
  error: "Reverted",
  unsaved: "Not saved",
};
