import { ApiError, messageOf } from "../../api/api-error.ts";
import styles from "./Account.module.css";

/** Why the server refused the form. Where a field shows it, this only says it to screen readers. */
export function FormRefusal({ error, fallback }: { error: unknown; fallback: string }) {
  const isShownByField = Object.keys(fieldErrors(error)).length > 0;
  return (
    <p role="alert" className={isShownByField ? "visually-hidden" : styles.refusal}>
      {error ? messageOf(error, fallback) : ""}
    </p>
  );
}

export const fieldErrors = (error: unknown) => (error instanceof ApiError ? error.errors : {});
