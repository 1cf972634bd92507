import { type ReactNode, useId } from "react";
import styles from "./Site.module.css";

export type SiteFieldStatus = "idle" | "pending" | "success" | "error" | "unsaved";

type SiteFieldProps = {
  label: string;
  status: SiteFieldStatus;
  hint?: ReactNode;
  /** Why the value is not saved. */
  error?: string | undefined;
  /** What can be done about that. */
  action?: (controlId: string) => ReactNode;
  children: (control: SiteControl) => ReactNode;
};

export type SiteControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

/** A labelled field of the Site screen; the outcome of its last change is next to the label. */
export function SiteField({ label, status, hint, error, action, children }: SiteFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <SaveStatus status={status} />
      </div>
      {children({ id, "aria-describedby": note ? `${id}-note` : undefined, "aria-invalid": error !== undefined })}
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
      {action?.(id)}
    </div>
  );
}

export function SaveStatus({ status }: Pick<SiteFieldProps, "status">) {
  return (
    <span className={status === "success" ? styles.saved : styles.reverted}>
      {status === "success" && "Saved"}
      {(status === "error" || status === "unsaved") && "Not saved"}
    </span>
  );
}
