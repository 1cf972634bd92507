import { type ReactNode, useId } from "react";
import styles from "./Site.module.css";

type SiteFieldProps = {
  label: string;
  status: "idle" | "pending" | "success" | "error";
  hint?: ReactNode;
  /** What the server said about the value. */
  error?: string | undefined;
  children: (control: SiteControl) => ReactNode;
};

export type SiteControl = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

/** A labelled field of the Site screen; the outcome of its last change is next to the label. */
export function SiteField({ label, status, hint, error, children }: SiteFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <Outcome status={status} />
      </div>
      {children({ id, "aria-describedby": note ? `${id}-note` : undefined, "aria-invalid": error !== undefined })}
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Outcome({ status }: Pick<SiteFieldProps, "status">) {
  return (
    <span className={status === "error" ? styles.reverted : styles.saved}>
      {status === "success" && "Saved"}
      {status === "error" && "Not saved"}
    </span>
  );
}
