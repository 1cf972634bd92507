import type { InputHTMLAttributes } from "react";
import errorStyles from "../page/error.module.css";
import styles from "./SendDialog.module.css";

type DialogFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Which dialog. */
  of: string;
  name: string;
  label: string;
  error?: string | undefined;
};

export function DialogField({ of, label, error, ...input }: DialogFieldProps) {
  const id = `${of}-${input.name}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label} {!input.required && <Optional />}
      </label>
      <input
        {...input}
        className={errorStyles.field}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p className={errorStyles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

export const Optional = () => <span className={styles.hint}>(optional)</span>;
