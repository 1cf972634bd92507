import { type ReactNode, useContext, useId } from "react";
import styles from "./Field.module.css";
import { ComplaintsContext } from "./Form.tsx";

type FieldProps = {
  label: string;
  /** What is wrong with it; read out with the field. */
  error?: string;
  hint?: string;
  children: (control: { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean }) => ReactNode;
};

/** A labelled form control with its error or hint below. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const problem = useContext(ComplaintsContext)[id] ?? error;
  const note = problem ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": note ? `${id}-note` : undefined, "aria-invalid": problem !== undefined })}
      {note && (
        <p id={`${id}-note`} className={problem ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
