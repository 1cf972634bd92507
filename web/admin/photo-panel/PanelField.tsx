import { type ReactNode, useId } from "react";
import styles from "./PhotoFields.module.css";

type PanelFieldProps = {
  label: string;
  status: "idle" | "pending" | "success" | "error";
  hint?: string;
  children: (labelled: { id: string; "aria-describedby": string | undefined }) => ReactNode;
};

/** A field of the panel; the outcome of the last change is next to its label, and the announcer says it. */
export function PanelField({ label, status, hint, children }: PanelFieldProps) {
  const id = useId();
  const hintId = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span className={status === "error" ? styles.reverted : styles.saved}>
          {status === "success" && "Saved"}
          {status === "error" && "Reverted"}
        </span>
      </div>
      {children({ id, "aria-describedby": hint && hintId })}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
