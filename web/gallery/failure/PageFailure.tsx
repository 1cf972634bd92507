import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { NotFoundPage } from "../not-found/NotFoundPage.tsx";
import { LoadError } from "../page/load.ts";
import styles from "../page/notice.module.css";

/** Shown below the header for a page that does not exist or failed to load. Any other error is a bug: see CrashScreen. */
export function PageFailure() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage message={String(error.data ?? "")} />;
  if (!(error instanceof LoadError)) throw error;
  return (
    <div className={styles.notice} role="alert">
      <h1 className={styles.heading}>{error.message}</h1>
      <button className={styles.button} type="button" onClick={() => revalidate()} disabled={state === "loading"}>
        {state === "loading" ? "Loading..." : "Retry"}
      </button>
    </div>
  );
}
