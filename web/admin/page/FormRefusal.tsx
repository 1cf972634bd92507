import { ApiError, messageOf } from "../../api/api-error.ts";
import styles from "./Form.module.css";

type FormRefusalProps = {
  error: unknown;
  /** Shown if the server gave no reason. */
  fallback: string;
  /** The fields that show why they were refused; all of them, unless given. */
  fields?: readonly string[] | undefined;
};

/** Why the server refused the form. Where a field shows it, this only says it to screen readers. */
export function FormRefusal({ error, fallback, fields }: FormRefusalProps) {
  const isShownByField = Object.keys(fieldErrors(error)).some((name) => fields?.includes(name) ?? true);
  return (
    <p role="alert" className={isShownByField ? "visually-hidden" : styles.refusal}>
      {error ? messageOf(error, fallback) : ""}
    </p>
  );
}

export const fieldErrors = (error: unknown) => (error instanceof ApiError ? error.errors : {});
