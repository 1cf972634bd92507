import { type ReactNode, useId } from "react";
import styles from "./PhotoFields.module.css";

type PanelFieldProps = {
  label: string;
  status: "idle" | "pending" | "success" | "error";
  hint?: string;
  children: (controlId: string) => ReactNode;
};

/** A field of the panel; the outcome of the last change is beside its label. */
export function PanelField({ label, status, hint, children }: PanelFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <span aria-live="polite" className={status === "error" ? styles.reverted : styles.saved}>
          {status === "success" && "Saved"}
          {status === "error" && "Reverted"}
        </span>
      </div>
      {children(id)}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
